internal import MayflyModel

/// The beginning and the end of a text, of which no more is looked at than can be shown. What lies between is counted only.
package struct TextExcerpt {
    /// The whole text where there is no `end`.
    package let beginning: String
    /// Nil where nothing is left out.
    package let end: String?
    /// How many Unicode scalars are left out: one character can have any number of them.
    package let hidden: Int

    /// - Parameter bytes: a text with no more bytes of UTF-8 is not cut; nil for any number.
    package init(_ text: String, bytes: Int?) {
        guard let bytes, text.utf8.count > bytes else {
            (beginning, end, hidden) = (text, nil, 0)
            return
        }
        let first = Self.boundary(in: text, at: bytes / 2)
        let last = Self.boundary(in: text, at: text.utf8.count - bytes / 2)
        (beginning, end) = (String(text[..<first]), String(text[last...]))
        hidden = text.unicodeScalars[first..<last].count
    }

    /// A number of bytes that is enough for so many lines, most of whose characters have no more than two scalars.
    package static func bytes(lines: Int, width: Int) -> Int { lines * width * 8 }

    /// The end of a character at or before so many bytes. Only a few scalars beside the place are looked at: of a
    /// character with more scalars it is the end of a scalar, and in a long row of flags it may lie inside a flag.
    private static func boundary(in text: String, at offset: Int) -> String.Index {
        let end = SafeText.beginning(of: text, bytes: offset).endIndex
        let scalars = text.unicodeScalars
        let first = scalars.index(end, offsetBy: -longestCharacter, limitedBy: text.startIndex) ?? text.startIndex
        let last = scalars.index(end, offsetBy: longestCharacter, limitedBy: text.endIndex) ?? text.endIndex
        // A copy, which is broken into characters by itself.
        let part = String(scalars[first..<last])
        let most = text.utf8.distance(from: first, to: end)
        let lengths = part.indices.map { part.utf8.distance(from: part.startIndex, to: $0) }
        return text.utf8.index(first, offsetBy: lengths.last { $0 <= most } ?? most)
    }

    private static let longestCharacter = 24
}
