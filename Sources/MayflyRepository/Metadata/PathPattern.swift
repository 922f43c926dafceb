/// A pattern of paths: `*` is any text without a slash, `?` one byte that is no slash (The Update Framework, section 4.5).
struct PathPattern: Sendable, Hashable {
    /// As metadata has it.
    let text: String
    private let parts: [[UInt8]]
    /// What stands before the first star or question mark: most paths do not begin with it.
    private let beginning: [UInt8]

    private static let (star, question) = (UInt8(ascii: "*"), UInt8(ascii: "?"))

    init(_ text: String) {
        self.text = text
        parts = Self.parts(text)
        beginning = Array(text.utf8.prefix { $0 != Self.star && $0 != Self.question })
    }

    func matches(_ path: String) -> Bool {
        guard path.utf8.starts(with: beginning) else { return false }
        let found = Self.parts(path)
        return found.count == parts.count && zip(parts, found).allSatisfy { Self.matches($0, $1) }
    }

    /// Whether it can match a path of an id that begins with a prefix: one is the beginning of the other.
    func overlaps(_ prefix: String) -> Bool {
        let own = text.utf8.prefix { $0 != Self.star }
        return own.starts(with: prefix.utf8) || prefix.utf8.starts(with: own)
    }

    private static func parts(_ text: String) -> [[UInt8]] {
        text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map(Array.init)
    }

    /// In steps back only to the last star, so that a pattern of many stars takes at most the product of both lengths.
    private static func matches(_ pattern: [UInt8], _ text: [UInt8]) -> Bool {
        var (at, position) = (0, 0)
        var retry: (pattern: Int, text: Int)?
        while position < text.count {
            if at < pattern.count, pattern[at] == star {
                at += 1
                retry = (at, position)
            } else if at < pattern.count, pattern[at] == question || pattern[at] == text[position] {
                at += 1
                position += 1
            } else if let last = retry {
                at = last.pattern
                position = last.text + 1
                retry = (at, position)
            } else {
                return false
            }
        }
        return pattern[at...].allSatisfy { $0 == star }
    }
}
