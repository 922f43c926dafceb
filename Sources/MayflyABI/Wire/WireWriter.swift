package import MayflyModel

/// Builds the bytes of one frame. Numbers are little-endian, as on all machines this runs on.
package struct WireWriter {
    /// Longer than what is written, so that a number is stored and not appended byte by byte.
    private var room: [UInt8]
    /// How many bytes are written.
    package private(set) var count = 0

    /// Begins with no bytes, and with room for so many.
    package init(reserving capacity: Int = 256) { room = Array(repeating: 0, count: max(capacity, 16)) }

    /// A copy of what is written.
    package var bytes: [UInt8] { Array(room[..<count]) }

    /// The bytes, without a copy.
    package consuming func finish() -> [UInt8] {
        room.removeLast(room.count - count)
        return room
    }

    // One for each width; see `WireReader`.
    /// Writes a little-endian number.
    package mutating func write(_ number: UInt8) { append(number) }
    /// Writes a little-endian number.
    package mutating func write(_ number: UInt16) { append(number) }
    /// Writes a little-endian number.
    package mutating func write(_ number: UInt32) { append(number) }
    /// Writes a little-endian number.
    package mutating func write(_ number: UInt64) { append(number) }
    /// Writes a little-endian number.
    package mutating func write(_ number: Int32) { append(number) }

    private mutating func append<Number: FixedWidthInteger>(_ number: Number) {
        let start = advance(MemoryLayout<Number>.size)
        room.withUnsafeMutableBytes { $0.storeBytes(of: number.littleEndian, toByteOffset: start, as: Number.self) }
    }

    /// Makes room for so many bytes and returns the offset of the first.
    private mutating func advance(_ size: Int) -> Int {
        let start = count
        count += size
        if count > room.count { room += Array(repeating: 0, count: max(count, room.count)) }
        return start
    }

    /// Bytes without their count.
    package mutating func write(raw: UnsafeRawBufferPointer) {
        let start = advance(raw.count)
        room.withUnsafeMutableBytes { UnsafeMutableRawBufferPointer(rebasing: $0[start...]).copyMemory(from: raw) }
    }

    /// Bytes without their count.
    package mutating func write(raw: [UInt8]) { raw.withUnsafeBytes { write(raw: $0) } }

    /// The sixteen bytes of an identifier, in network order.
    package mutating func write(_ uuid: UUID128) {
        write(uuid.words.0.byteSwapped)
        write(uuid.words.1.byteSwapped)
    }

    /// Text as its length and its bytes; nil as a length that no text can have.
    package mutating func write(text: String?) {
        guard let text else { return write(WireWriter.noText) }
        var copy = text
        copy.withUTF8 { utf8 in
            write(UInt32(clamping: utf8.count))
            write(raw: UnsafeRawBufferPointer(utf8))
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
        precondition(offset >= 0 && offset + 4 <= count)
        room.withUnsafeMutableBytes {
            $0.storeBytes(of: number.littleEndian, toByteOffset: offset, as: UInt32.self)
        }
    }

    /// The length that stands for "no text" and for NULL.
    package static let noText = UInt32.max
}
