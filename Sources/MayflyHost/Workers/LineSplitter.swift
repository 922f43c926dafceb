/// Cuts what an extension prints into lines, and keeps a line without an end from growing without one.
struct LineSplitter {
    static let longestLine = 4096

    private var pending: [UInt8] = []

    /// The lines that these bytes complete. What is not UTF-8 is repaired.
    mutating func lines(from bytes: UnsafeRawBufferPointer) -> [String] {
        var lines: [String] = []
        for byte in bytes {
            if byte == UInt8(ascii: "\n") || pending.count >= Self.longestLine {
                lines.append(String(decoding: pending, as: UTF8.self))
                pending.removeAll(keepingCapacity: true)
            }
            if byte != UInt8(ascii: "\n") { pending.append(byte) }
        }
        return lines
    }

    /// What was printed last without a line end; nil when there is nothing.
    mutating func rest() -> String? {
        guard !pending.isEmpty else { return nil }
        defer { pending = [] }
        return String(decoding: pending, as: UTF8.self)
    }
}
