/// Which parts of a text are words of extensions, in bytes of UTF-8.
///
/// A person who edits the text gives the host all of it anew. What stands unchanged before the edited place and behind it keeps its
/// writer, so that no change of the person takes the name of an extension off its words.
package struct ExtensionWords: Sendable, Hashable, Codable {
    private struct Part: Sendable, Hashable, Codable {
        var start: Int
        var end: Int
        let origin: Origin
    }

    /// In the order of the text; none is empty.
    private var parts: [Part] = []

    /// The writers of the parts in their order.
    var origins: [Origin] { parts.map(\.origin) }

    /// The text goes on from a byte with words of one extension.
    mutating func add(_ origin: Origin, from start: Int, count: Int) {
        add(Part(start: start, end: start + count, origin: origin))
    }

    /// The text goes on from a byte with another one, which has such words.
    mutating func add(_ words: ExtensionWords, from start: Int) {
        for part in words.parts { add(Part(start: start + part.start, end: start + part.end, origin: part.origin)) }
    }

    private mutating func add(_ part: Part) {
        guard part.start < part.end else { return }
        guard let last = parts.last, last.end == part.start, last.origin == part.origin else {
            return parts.append(part)
        }
        parts[parts.count - 1].end = part.end
    }

    /// What is left of them where a person has made another text of the text.
    func left(in new: String, from old: String) -> ExtensionWords {
        guard !parts.isEmpty else { return self }
        let (beginning, end) = Self.unchanged(old, new)
        let (oldCount, shift) = (old.utf8.count, new.utf8.count - old.utf8.count)
        var result = ExtensionWords()
        for part in parts where part.start < beginning {
            result.add(Part(start: part.start, end: min(part.end, beginning), origin: part.origin))
        }
        for part in parts where part.end > oldCount - end {
            let start = max(part.start, oldCount - end)
            result.add(Part(start: start + shift, end: part.end + shift, origin: part.origin))
        }
        return result
    }

    /// How many bytes two texts have in common at their beginnings, and at their ends behind that.
    private static func unchanged(_ old: String, _ new: String) -> (beginning: Int, end: Int) {
        var (old, new) = (old, new)
        return old.withUTF8 { old in
            new.withUTF8 { new in
                let most = min(old.count, new.count)
                var beginning = 0
                while beginning < most, old[beginning] == new[beginning] { beginning += 1 }
                var end = 0
                while end < most - beginning, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
                return (beginning, end)
            }
        }
    }
}
