internal import MayflyModel

/// The end of an extension's output.
struct OutputTail {
    /// How many bytes are kept.
    static let limit = 4096

    private var bytes: [UInt8] = []

    mutating func append(_ more: UnsafeRawBufferPointer) {
        bytes.append(contentsOf: more.suffix(Self.limit))
        // Trim rarely, so that each byte is moved a few times at most.
        if bytes.count > 4 * Self.limit { bytes.removeFirst(bytes.count - Self.limit) }
    }

    /// The text, safe to show: control characters are escaped, line breaks are kept.
    var text: String {
        let last = bytes.suffix(Self.limit)
        // The first character may have been cut in two.
        let whole = last.count < bytes.count ? last.drop { $0 & 0xC0 == 0x80 } : last
        return SafeText.block(String(decoding: whole, as: UTF8.self))
    }
}
