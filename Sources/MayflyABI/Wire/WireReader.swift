/// Bytes that are not what the protocol says. Nothing else that the sender says is used.
package struct WireError: Error, Hashable, CustomStringConvertible {
    /// One line for the log.
    package let description: String

    /// Takes one line that names the thing, the rule and the value.
    package init(_ description: String) { self.description = description }
}

/// Takes the bytes of one frame apart. Every read is bounded; nothing that the sender wrote can make it trap.
package struct WireReader {
    private let bytes: [UInt8]
    private var offset: Int
    private let end: Int

    /// Reads the bytes of that range. The range is cut to the bytes that there are.
    package init(_ bytes: [UInt8], from offset: Int = 0, to end: Int = .max) {
        self.bytes = bytes
        self.end = min(max(end, 0), bytes.count)
        self.offset = min(max(offset, 0), self.end)
    }

    /// How many bytes are not read yet.
    package var remaining: Int { end - offset }

    // One for each width, because a generic one is not specialized for other modules and costs ten times as much there.
    /// Reads a little-endian number.
    package mutating func read(_: UInt8.Type = UInt8.self) throws(WireError) -> UInt8 { try number() }
    /// Reads a little-endian number.
    package mutating func read(_: UInt16.Type = UInt16.self) throws(WireError) -> UInt16 { try number() }
    /// Reads a little-endian number.
    package mutating func read(_: UInt32.Type = UInt32.self) throws(WireError) -> UInt32 { try number() }
    /// Reads a little-endian number.
    package mutating func read(_: UInt64.Type = UInt64.self) throws(WireError) -> UInt64 { try number() }
    /// Reads a little-endian number.
    package mutating func read(_: Int32.Type = Int32.self) throws(WireError) -> Int32 { try number() }

    private mutating func number<Number: FixedWidthInteger>() throws(WireError) -> Number {
        let size = MemoryLayout<Number>.size
        guard remaining >= size else {
            throw WireError("a number of \(size) bytes begins \(remaining) bytes before the end of its frame")
        }
        let start = offset
        offset += size
        let number = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: start, as: Number.self) }
        return Number(littleEndian: number)
    }

    /// The next bytes; they may be looked at only inside `body`.
    package mutating func read<Result>(
        count: Int,
        _ body: (UnsafeRawBufferPointer) -> Result
    ) throws(WireError) -> Result {
        guard count >= 0, count <= remaining else {
            throw WireError("\(count) bytes are announced \(remaining) bytes before the end of their frame")
        }
        let start = offset
        offset += count
        return bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[start..<start + count])) }
    }

    /// The length of the text or the bytes that follow; nil for "no text" and for NULL.
    package mutating func readTextLength() throws(WireError) -> Int? {
        let length: UInt32 = try read()
        return length == WireWriter.noText ? nil : Int(length)
    }

    /// Text, checked to be UTF-8; nil for "no text".
    package mutating func readText() throws(WireError) -> String? {
        guard let length = try readTextLength() else { return nil }
        let text = try read(count: length) { bytes in
            bytes.withMemoryRebound(to: UInt8.self) { String(validating: $0, as: UTF8.self) }
        }
        guard let text else {
            throw WireError("a text of \(length) bytes is not UTF-8")
        }
        return text
    }

    /// Bytes; nil for NULL.
    package mutating func readBytes() throws(WireError) -> [UInt8]? {
        guard let length = try readTextLength() else { return nil }
        return try read(count: length) { Array($0) }
    }

    /// A byte that says whether something follows.
    package mutating func readPresence() throws(WireError) -> Bool {
        let byte: UInt8 = try read()
        guard byte < 2 else { throw WireError("a presence byte is \(byte), not 0 or 1") }
        return byte == 1
    }

    /// A count of elements that each take at least one byte, so that a small frame cannot ask for much memory.
    package mutating func readCount() throws(WireError) -> Int {
        let count: UInt32 = try read()
        guard Int(count) <= remaining else {
            throw WireError("\(count) elements are announced \(remaining) bytes before the end of their frame")
        }
        return Int(count)
    }

    /// Fails when something is left over: then the two sides disagree about the type.
    package func finish() throws(WireError) {
        guard remaining == 0 else { throw WireError("\(remaining) bytes are left over at the end of a frame") }
    }
}
