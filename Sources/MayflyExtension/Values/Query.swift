/// The query of a message's URL, such as `?base=cone&scoops=mint`, as names and values.
///
/// Everything but letters, digits and `-._~` is percent-coded (RFC 3986). Reading accepts any text: a `%` without two
/// hexadecimal digits is a literal `%`, and bytes that are not UTF-8 become U+FFFD.
public struct Query: Equatable, Sendable {
    /// A name and its value, decoded.
    public struct Item: Equatable, Sendable {
        /// The text before the first `=`.
        public var name: String
        /// The text after the first `=`; empty without one.
        public var value: String
    }

    /// The items in the order of the URL. A name may occur more than once.
    public var items: [Item] = []

    /// A query without items.
    public init() {}

    /// Reads the text between the first `?` and the next `#`; empty without a `?`.
    public init(_ url: String) {
        guard let start = url.utf8.firstIndex(of: UInt8(ascii: "?")) else { return }
        let query = url.utf8[url.utf8.index(after: start)...].prefix { $0 != UInt8(ascii: "#") }
        for item in query.split(separator: UInt8(ascii: "&")) {
            let name = item.prefix { $0 != UInt8(ascii: "=") }
            items.append(Item(name: Self.decoded(name), value: Self.decoded(item.dropFirst(name.count + 1))))
        }
    }

    /// The first value of a name. Setting replaces it and removes the name's other values; `nil` removes them all.
    public subscript(name: String) -> String? {
        get { items.first { $0.name == name }?.value }
        set {
            let index = items.firstIndex { $0.name == name } ?? items.count
            items.removeAll { $0.name == name }
            if let newValue {
                items.insert(Item(name: name, value: newValue), at: min(index, items.count))
            }
        }
    }

    /// `?` and the items, percent-coded: a message's URL.
    public var url: String {
        "?" + items.map { Self.encoded($0.name) + "=" + Self.encoded($0.value) }.joined(separator: "&")
    }

    private static func encoded(_ text: String) -> String {
        var coded = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                coded.append(Character(Unicode.Scalar(byte)))
            default:
                coded.append("%")
                coded.append((byte >> 4).hexCharacter)
                coded.append(byte.hexCharacter)
            }
        }
        return coded
    }

    private static func decoded(_ text: Substring.UTF8View) -> String {
        let bytes = Array(text)
        var plain: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
                let high = bytes[index + 1].hexDigit, let low = bytes[index + 2].hexDigit
            {
                plain.append(high << 4 | low)
                index += 3
            } else {
                plain.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: plain, as: UTF8.self)
    }
}
