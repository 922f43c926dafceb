/// The text by which an extension names a local file: an absolute path, or a `file` URL (RFC 8089).
struct FileReference {
    /// The absolute path, percent signs decoded.
    let path: String

    /// Longer than any path that Linux takes, each byte of it written with a percent sign.
    private static let maximumLength = 3 * 4096 + 32

    /// Nil for everything else: a relative path, another scheme, another host, a query, a NUL.
    init?(_ text: String) {
        guard text.utf8.count <= Self.maximumLength, let path = Self.path(text), path.hasPrefix("/"),
            !path.utf8.contains(0)
        else { return nil }
        self.path = path
    }

    private static func path(_ text: String) -> String? {
        guard !text.hasPrefix("/") else { return text }
        guard text.prefix(5).lowercased() == "file:" else { return nil }
        var rest = text.dropFirst(5)
        if rest.hasPrefix("//") {
            rest = rest.dropFirst(2)
            let host = rest.prefix { $0 != "/" }
            guard host.isEmpty || host.lowercased() == "localhost" else { return nil }
            rest = rest.dropFirst(host.count)
        }
        guard !rest.contains("?"), !rest.contains("#") else { return nil }
        return decoded(rest)
    }

    private static func decoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) }
    }
}
