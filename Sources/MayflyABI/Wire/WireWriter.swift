/// Builds the bytes of one frame. Numbers are little-endian, as on all machines this runs on.
package struct WireWriter {
    package private(set) var bytes: [UInt8] = []

    package init(reserving capacity: Int = 256) { bytes.reserveCapacity(capacity) }

    // One for each width; see `WireReader`.
    package mutating func write(_ number: UInt8) { append(number) }
    package mutating func write(_ number: UInt16) { append(number) }
    package mutating func write(_ number: UInt32) { append(number) }
    package mutating func write(_ number: UInt64) { append(number) }
    package mutating func write(_ number: Int32) { append(number) }

    private mutating func append(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    package mutating func write(raw: UnsafeRawBufferPointer) { bytes.append(contentsOf: raw) }

    package mutating func write(raw: some Sequence<UInt8>) { bytes.append(contentsOf: raw) }

    /// Text as its length and its bytes; nil as a length that no text can have.
    package mutating func write(text: String?) {
        guard let text else { return write(WireWriter.noText) }
        var copy = text
        copy.withUTF8 { utf8 in
            write(UInt32(clamping: utf8.count))
            bytes.append(contentsOf: utf8)
        }
    }

    /// Bytes as their count and themselves; nil as a count that no bytes can have.
    package mutating func write(bytes: [UInt8]?) {
        guard let bytes else { return write(WireWriter.noText) }
        write(UInt32(clamping: bytes.count))
        write(raw: bytes)
    }

    /// Replaces four bytes that were written before, such as a length that is known only at the end.
    package mutating func patch(at offset: Int, with number: UInt32) {
        withUnsafeBytes(of: number.littleEndian) { source in
            for (index, byte) in source.enumerated() { bytes[offset + index] = byte }
        }
    }

    package mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    package static let noText = UInt32.max
}
