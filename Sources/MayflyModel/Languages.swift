/// The languages in which a person reads, the one that they want most first. None means that texts stay as their authors wrote them.
public struct Languages: Sendable, Hashable {
    /// Language tags (BCP 47), such as `de-AT`.
    public let tags: [String]

    /// No language.
    public static let none = Languages([])
    /// The largest number of languages.
    public static let most = 16
    /// What a language tag is, for messages.
    package static let rule = "a language tag such as de or pt-BR"
    /// The longest tag in bytes (RFC 5646, 4.4.1).
    private static let longestTag = 35

    /// Takes the first `most` of these tags. What is no tag is left out.
    public init(_ tags: [String]) { self.tags = Array(tags.filter(Self.isTag).prefix(Self.most)) }

    /// The language of messages at a terminal: that of `LC_ALL`, else of `LC_MESSAGES`, else of `LANG`. `C` and `POSIX` are none.
    public init(environment: [String: String]) {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        // Behind the language stand the encoding and a variant, as in `de_AT.UTF-8@euro`.
        let name = locale.unicodeScalars.prefix { $0 != "." && $0 != "@" }.map { $0 == "_" ? "-" : $0 }
        var tag = String.UnicodeScalarView()
        tag.append(contentsOf: name)
        self.init(String(tag) == "POSIX" ? [] : [String(tag)])
    }

    /// Whether a text has the form of a language tag: parts of letters and digits with hyphens between them.
    public static func isTag(_ text: String) -> Bool {
        guard text.utf8.count <= longestTag, text.utf8.allSatisfy({ isLetter($0) || isDigit($0) || $0 == hyphen })
        else {
            return false
        }
        let parts = text.utf8.split(separator: hyphen, omittingEmptySubsequences: false)
        guard let language = parts.first, (2...8).contains(language.count), language.allSatisfy(isLetter) else {
            return false
        }
        return parts.allSatisfy { (1...8).contains($0.count) }
    }

    private static let hyphen = UInt8(ascii: "-")

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}

extension Languages {
    /// The texts for the person, of texts by language: those of the first language of the person that has any. Of a language with
    /// several tags, such as `de-AT`, a text that it lacks is that of `de` (RFC 4647, 3.4). Small and capital letters are the same.
    package func texts(of all: [String: [String: String]]) -> [String: String] {
        guard !tags.isEmpty, !all.isEmpty else { return [:] }
        let byTag = Dictionary(all.map { ($0.lowercased(), $1) }) { first, _ in first }
        for tag in tags {
            let found = Self.ranges(of: tag).compactMap { byTag[$0] }
            guard !found.isEmpty else { continue }
            return found.dropFirst().reduce(into: found[0]) { $0.merge($1) { more, _ in more } }
        }
        return [:]
    }

    /// The tag, and what it becomes without its last parts, one after the other. A single letter is nothing without what follows it.
    private static func ranges(of tag: String) -> [String] {
        var parts = tag.lowercased().split(separator: "-")
        var ranges: [String] = []
        while !parts.isEmpty {
            ranges.append(parts.joined(separator: "-"))
            parts.removeLast()
            while parts.last?.utf8.count == 1 { parts.removeLast() }
        }
        return ranges
    }
}
