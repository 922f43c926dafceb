/// Splits the output of an extension into lines, one at a time. A line that does not end is cut at `longestLine`.
struct LineSplitter {
    static let longestLine = 4096

    private var bytes: [UInt8] = []
    /// The start of the bytes that were not returned yet.
    private var start = 0

    /// How many bytes were not returned yet.
    var count: Int { bytes.count - start }

    /// Whether `next` returns a line.
    var hasLine: Bool { end(of: ahead) != nil }

    private var ahead: ArraySlice<UInt8> { bytes[start...].prefix(Self.longestLine + 1) }

    /// The end of the line that begins there; nil if more of it may come.
    private func end(of ahead: ArraySlice<UInt8>) -> Int? {
        ahead.firstIndex(of: UInt8(ascii: "\n")) ?? (ahead.count > Self.longestLine ? ahead.endIndex - 1 : nil)
    }

    /// Adds output. It is fast if all lines were taken before.
    mutating func append(_ more: UnsafeRawBufferPointer) {
        bytes.removeFirst(start)
        start = 0
        bytes.append(contentsOf: more)
    }

    /// The next line that has ended or has the greatest length. Invalid UTF-8 is repaired.
    mutating func next() -> String? {
        guard let end = end(of: ahead) else { return nil }
        defer { start = bytes[end] == UInt8(ascii: "\n") ? end + 1 : end }
        return String(decoding: bytes[start..<end], as: UTF8.self)
    }

    /// All remaining bytes as one line; nil if there are none.
    mutating func rest() -> String? {
        guard count > 0 else { return nil }
        defer { removeAll() }
        return String(decoding: bytes[start...], as: UTF8.self)
    }

    mutating func removeAll() { (bytes, start) = ([], 0) }
}
