internal import MayflyModel

/// The beginning and the end of a text, of which no more is looked at than can be shown. What lies between is counted only.
struct TextExcerpt {
    /// The whole text where there is no `end`.
    let beginning: String
    /// Nil where nothing is left out.
    let end: String?
    /// How many characters are left out.
    let hidden: Int

    /// - Parameter bytes: a text with no more bytes of UTF-8 is not cut; nil for any number.
    init(_ text: String, bytes: Int?) {
        guard let bytes, text.utf8.count > bytes else {
            (beginning, end, hidden) = (text, nil, 0)
            return
        }
        let first = Self.boundary(in: text, at: bytes / 2)
        let last = Self.boundary(in: text, at: text.utf8.count - bytes / 2)
        (beginning, end, hidden) = (String(text[..<first]), String(text[last...]), text[first..<last].count)
    }

    /// A number of bytes that is enough for so many lines, most of whose characters have no more than two scalars.
    static func bytes(lines: Int, width: Int) -> Int { lines * width * 8 }

    /// The end of a character at or before so many bytes. Of characters with very many scalars, it is the end of a scalar.
    private static func boundary(in text: String, at offset: Int) -> String.Index {
        var index = SafeText.beginning(of: text, bytes: offset).endIndex
        for _ in 0..<longestCharacter where index > text.startIndex {
            if String.Index(index, within: text) != nil { return index }
            text.unicodeScalars.formIndex(before: &index)
        }
        return index
    }

    private static let longestCharacter = 24
}
