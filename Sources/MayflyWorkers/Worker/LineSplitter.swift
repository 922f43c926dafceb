/// Cuts what an extension prints into lines, one at a time. A line that does not end is cut at `longestLine`.
struct LineSplitter {
    static let longestLine = 4096

    private var bytes: [UInt8] = []
    /// Where the bytes begin that were not given yet.
    private var start = 0

    /// How many bytes were not given yet.
    var count: Int { bytes.count - start }

    /// Whether `next` would give a line.
    var hasLine: Bool { end(of: ahead) != nil }

    private var ahead: ArraySlice<UInt8> { bytes[start...].prefix(Self.longestLine + 1) }

    /// The end of the line that begins there; nil while it may go on.
    private func end(of ahead: ArraySlice<UInt8>) -> Int? {
        ahead.firstIndex(of: UInt8(ascii: "\n")) ?? (ahead.count > Self.longestLine ? ahead.endIndex - 1 : nil)
    }

    /// Adds what was printed next. It costs little while no line is left to be given.
    mutating func append(_ more: UnsafeRawBufferPointer) {
        bytes.removeFirst(start)
        start = 0
        bytes.append(contentsOf: more)
    }

    /// The next line that has an end, or is as long as a line may be. What is not UTF-8 is repaired.
    mutating func next() -> String? {
        guard let end = end(of: ahead) else { return nil }
        defer { start = bytes[end] == UInt8(ascii: "\n") ? end + 1 : end }
        return String(decoding: bytes[start..<end], as: UTF8.self)
    }

    /// All bytes that were not given yet, as one line; nil when there are none.
    mutating func rest() -> String? {
        guard count > 0 else { return nil }
        defer { removeAll() }
        return String(decoding: bytes[start...], as: UTF8.self)
    }

    mutating func removeAll() { (bytes, start) = ([], 0) }
}
