internal import MayflyModel
internal import MayflyViews

/// Lines of texts, of which a part may be left out.
package struct TextLines {
    private enum Line {
        /// The indent is counted with none of its characters.
        case shown(String, indent: Int)
        /// Unicode scalars that no line was made of.
        case omitted(Int)

        var scalars: Int {
            switch self {
            case .shown(let line, let indent): line.unicodeScalars.count - indent
            case .omitted(let count): count
            }
        }

        func lines(_ note: (Int) -> [String]) -> [String] {
            switch self {
            case .shown(let line, _): [line]
            case .omitted(let count): note(count)
            }
        }

        var isShown: Bool {
            if case .shown = self { true } else { false }
        }
    }

    private var lines: [Line] = []

    package init() {}

    /// The lines of a text, of which the middle may be left out. All that others wrote is made safe to show.
    ///
    /// - Parameters:
    ///   - beginning: takes the beginning of the text, as it was written.
    ///   - end: takes the lines of the end.
    package init(_ excerpt: TextExcerpt, indent: Int, beginning: (String) -> [String], end: ([String]) -> [String]) {
        append(beginning(excerpt.beginning), indent: indent)
        guard let rest = excerpt.end else { return }
        omit(excerpt.hidden)
        let lines = SafeText.block(rest).split(separator: "\n", omittingEmptySubsequences: false)
        append(end(lines.map(String.init)), indent: indent)
    }

    package var isEmpty: Bool { lines.isEmpty }

    package mutating func append(_ more: [String], indent: Int) { lines += more.map { Line.shown($0, indent: indent) } }

    package mutating func omit(_ scalars: Int) { lines.append(.omitted(scalars)) }

    /// The first and the last of the lines, with a note of the host in place of all that is left out, and whether there is no such
    /// note.
    ///
    /// - Parameters:
    ///   - limit: nil for any number of lines.
    ///   - note: takes the number of Unicode scalars that are left out.
    package func bounded(to limit: Int?, note: (Int) -> [String]) -> (lines: [String], isWhole: Bool) {
        func shown(_ lines: ArraySlice<Line>) -> [String] { lines.flatMap { $0.lines(note) } }
        guard let limit, let hidden = TerminalLines.hidden(of: lines.count, limit: limit) else {
            return (shown(lines[...]), lines.allSatisfy(\.isShown))
        }
        let scalars = lines[hidden].reduce(0) { $0 + $1.scalars }
        return (shown(lines[..<hidden.lowerBound]) + note(scalars) + shown(lines[hidden.upperBound...]), false)
    }
}
