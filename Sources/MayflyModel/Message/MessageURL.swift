/// The rules for the URL of an interactive message. The URL is checked and never changed (C-116).
public enum MessageURL {
    /// The longest URL in characters of its percent-encoded form (C-114).
    public static let maximumLength = 5_000

    /// Refuses a URL that is too long (8) or has a scheme other than http, https, data or none (1002; K-03).
    public static func validate(_ url: String) throws(MessageError) {
        let length = encodedLength(of: url)
        guard length <= maximumLength else {
            throw MessageError(
                .urlExceedsMaxSize,
                "the message's URL: \(grouped(length)) characters, over the limit of \(grouped(maximumLength))"
            )
        }
        guard let scheme = scheme(of: url) else { return }
        guard ["http", "https", "data"].contains(scheme.lowercased()) else {
            throw MessageError(
                .unsupportedURLScheme,
                "a message's URL may have the scheme http, https, data or none, not '\(SafeText.line(scheme, limit: 40))'"
            )
        }
    }

    /// The length of the URL when all characters that RFC 3986 does not allow are percent-encoded.
    ///
    /// The interpretation of "counted on the absolute percent-encoded string" (D-32): each byte that is allowed in a
    /// URL counts as one character, also each of the three of an escape such as `%20`; every other byte of the UTF-8
    /// form (a space, a quotation mark, a stray `%`, each byte of a letter outside ASCII) counts as the three
    /// characters of its escape. A URL without a scheme is not resolved against a base.
    public static func encodedLength(of url: String) -> Int {
        let bytes = Array(url.utf8)
        return bytes.indices.reduce(0) { length, index in
            let isUnescaped = bytes[index] == percent ? isEscape(bytes, at: index) : isAllowed(bytes[index])
            return length + (isUnescaped ? 1 : 3)
        }
    }

    /// The URL with each byte that RFC 3986 does not allow percent-encoded, as `encodedLength` counts it. It has no blanks and no
    /// letters outside ASCII, so it cannot look like words of anybody.
    package static func encoded(_ url: String) -> String {
        let bytes = Array(url.utf8)
        let digits = Array("0123456789ABCDEF".utf8)
        var result: [UInt8] = []
        for (index, byte) in bytes.enumerated() {
            if byte == percent ? isEscape(bytes, at: index) : isAllowed(byte) {
                result.append(byte)
            } else {
                result += [percent, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// The text before the first colon, if no `/`, `?` or `#` comes earlier: a scheme, also one that is not
    /// well-formed.
    static func scheme(of url: String) -> String? {
        let view = url.utf8
        guard
            let end = view.firstIndex(where: { byte in
                byte == UInt8(ascii: ":") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?")
                    || byte == UInt8(ascii: "#")
            }), view[end] == UInt8(ascii: ":")
        else { return nil }
        return String(url[..<end])
    }

    private static let percent = UInt8(ascii: "%")
    private static let punctuation = Set("-._~:/?#[]@!$&'()*+,;=".utf8)

    /// RFC 3986, 2.2 and 2.3: reserved and unreserved characters.
    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: punctuation.contains(byte)
        }
    }

    private static func isEscape(_ bytes: [UInt8], at index: Int) -> Bool {
        index + 2 < bytes.count && isHexDigit(bytes[index + 1]) && isHexDigit(bytes[index + 2])
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }
}
