internal import MayflyModel

/// The last of what an extension printed.
struct OutputTail {
    /// How many bytes are kept.
    static let limit = 4096

    private var bytes: [UInt8] = []

    mutating func append(_ more: UnsafeRawBufferPointer) {
        bytes.append(contentsOf: more.suffix(Self.limit))
        // Cut now and then, not with each line.
        if bytes.count > 4 * Self.limit { bytes.removeFirst(bytes.count - Self.limit) }
    }

    /// Harmless to show, line breaks as they were.
    var text: String {
        let last = bytes.suffix(Self.limit)
        // The first character may have been cut in two.
        let whole = last.count < bytes.count ? last.drop { $0 & 0xC0 == 0x80 } : last
        return SafeText.block(String(decoding: whole, as: UTF8.self))
    }
}
