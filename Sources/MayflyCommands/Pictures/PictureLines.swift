internal import MayflyViews

/// Puts pictures in the place of their marks in lines (`PictureArea`).
///
/// A picture that is not text is printed over its rows when the last of them is: nothing is written or erased there later in the drawing.
/// It is printed only where all of its rows stand below one another, so that it covers no row of anything else.
struct PictureLines {
    private struct Mark: Hashable {
        let area: PictureArea
        let row: Int
        /// How many cells of the line stand before it.
        let column: Int
    }

    private enum Piece {
        case text(Substring)
        case mark(Mark)
    }

    /// Whether a picture is text, with a line for each row.
    let isText: Bool
    /// What the terminal is to print; nil where it cannot be drawn.
    let drawing: (PictureArea) -> [String]?

    init(isText: Bool, _ drawing: @escaping (PictureArea) -> [String]?) {
        (self.isText, self.drawing) = (isText, drawing)
    }

    /// The lines without marks.
    func drawn(_ lines: [String]) -> [String] {
        /// The marks of the lines before, the last line first, as many as a picture may have rows.
        var above: [Set<Mark>] = []
        return lines.map { line in
            let pieces = Self.pieces(of: line)
            guard pieces.count > 1 else {
                above = []
                return line
            }
            var marks: Set<Mark> = []
            let text = pieces.map { piece in
                switch piece {
                case .text(let text): return String(text)
                case .mark(let mark):
                    marks.insert(mark)
                    return drawn(mark, below: above)
                }
            }
            above.insert(marks, at: 0)
            return text.joined()
        }
    }

    private func drawn(_ mark: Mark, below above: [Set<Mark>]) -> String {
        let (area, blank) = (mark.area, String(repeating: " ", count: mark.area.columns))
        guard isText else {
            guard mark.row == area.rows - 1, above.count >= mark.row,
                (0..<mark.row).allSatisfy({ row in
                    above[mark.row - 1 - row].contains(Mark(area: area, row: row, column: mark.column))
                }), let picture = drawing(area)?.first
            else { return blank }
            // The cursor is kept, goes to the first row, and comes back (DECSC, CUU, DECRC).
            let up = mark.row > 0 ? "\u{1B}[\(mark.row)A" : ""
            return "\u{1B}7" + up + picture + "\u{1B}8" + "\u{1B}[\(area.columns)C"
        }
        guard let rows = drawing(area), rows.indices.contains(mark.row) else { return blank }
        return rows[mark.row]
    }

    private static func pieces(of line: String) -> [Piece] {
        guard line.contains(PictureArea.begin) else { return [.text(line[...])] }
        var (pieces, rest, column) = ([Piece](), line[...], 0)
        while let begin = rest.firstIndex(of: PictureArea.begin),
            let end = rest[begin...].firstIndex(of: PictureArea.end)
        {
            pieces.append(.text(rest[..<begin]))
            column += cells(of: rest[..<begin])
            var row = 0
            if let area = PictureArea(mark: rest[rest.index(after: begin)..<end], row: &row) {
                pieces.append(.mark(Mark(area: area, row: row, column: column)))
                column += area.columns
            }
            rest = rest[rest.index(after: end)...]
        }
        return pieces + [.text(rest)]
    }

    /// Those of a text with escape sequences for colours.
    private static func cells(of text: Substring) -> Int {
        var (cells, isEscape) = (0, false)
        for character in text {
            if isEscape {
                isEscape = character != "m"
            } else if character == "\u{1B}" {
                isEscape = true
            } else {
                cells += TerminalLines.cells(of: character)
            }
        }
        return cells
    }
}
