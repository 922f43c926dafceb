internal import MayflyModel
internal import MayflyViews

/// How the lines of one row of a transcript begin.
///
/// A row begins with its number, and what the host says below it with `+` in the place of the number. Words of others never begin
/// there: further lines are indented more than any number.
struct TranscriptColumn {
    let width: Int
    /// Of further lines.
    let indent: Int
    private let number: String
    private let mark: String

    init(_ number: Int, width: Int) {
        self.width = width
        let digits = "\(number)"
        self.number = String(repeating: " ", count: max(0, 3 - digits.count)) + digits + "  "
        mark = String(repeating: " ", count: self.number.count - 3) + "+  "
        indent = self.number.count + 2
    }

    /// Lines under the number.
    func lines(_ texts: [String]) -> [String] {
        guard let first = texts.first else { return [] }
        return wrapped(first, behind: number) + furtherLines(Array(texts.dropFirst()))
    }

    /// Lines below those under the number.
    func furtherLines(_ texts: [String]) -> [String] {
        let prefix = String(repeating: " ", count: indent)
        return texts.flatMap { wrapped($0, behind: prefix) }
    }

    /// The lines of a picture.
    func lines(of picture: PictureArea) -> [String] {
        picture.marks.map { String(repeating: " ", count: indent) + $0 }
    }

    /// A line of the host about the row.
    func note(_ text: String) -> [String] { wrapped(text, behind: mark) }

    private func wrapped(_ text: String, behind prefix: String) -> [String] {
        TerminalLines.hanging(prefix, SafeText.collapsingBlanks(text), indent: indent, width: width)
    }
}
