import MayflyModel

/// The rows of a bubble as lines of a terminal.
struct BubbleLines {
    private(set) var rows: [[String]] = []
    /// The texts of the rows that stand in the lines whole.
    private(set) var wholeTexts: [String] = []

    /// In cells.
    private let width: Int
    private let header: String

    /// The app's name takes at most half of the first line. A bubble without rows is that name alone.
    ///
    /// - Parameter width: in cells; less than 16 count as 16.
    init(_ rows: BubbleRows, app: String, width: Int) {
        self.width = max(16, width)
        header = "[\(TextWidth.cut(app, to: self.width / 2 - 3))]"
        for title in [rows.imageTitle, rows.imageSubtitle].compactMap(\.self) {
            self.rows.append([cut(title, to: room)])
        }
        if let row = rows.caption { self.rows.append(caption(row, room)) }
        if let row = rows.subcaption { self.rows.append([subcaption(row, room)]) }
        if let media = rows.media { self.rows.append([TextWidth.cut("(\(BubbleText.facts(media)))", to: room)]) }
        if let beside = self.rows.first?.first {
            self.rows[0][0] = "\(header) \(beside)"
        } else {
            self.rows = [[header]]
        }
    }

    /// The text beside the header has less room than the rows below it.
    private var room: Int { rows.isEmpty ? width - TextWidth.of(header) - 1 : width }

    /// Both sides in one line if they fit, else the trailing side below, each with at most three lines (C-212).
    private mutating func caption(_ row: BubbleRows.Row, _ width: Int) -> [String] {
        let trailing = row.trailing.map { "| \($0)" }
        let line = [row.leading, trailing].compactMap(\.self).joined(separator: " ")
        guard TextWidth.of(line) > width else {
            wholeTexts += [row.leading, row.trailing].compactMap(\.self)
            return [line]
        }
        return wrapped(row.leading, row.leading, width) + wrapped(trailing, row.trailing, width)
    }

    private mutating func wrapped(_ line: String?, _ text: String?, _ width: Int) -> [String] {
        guard let line, let text else { return [] }
        let lines = TextWrap.lines(line, width: width, most: BubbleRows.captionLines)
        if lines.count <= BubbleRows.captionLines { wholeTexts.append(text) }
        return TextWrap.limited(lines, to: BubbleRows.captionLines, width: width)
    }

    /// One line (C-213); the trailing side is cut only when it would take more than half of the line.
    private mutating func subcaption(_ row: BubbleRows.Row, _ width: Int) -> String {
        guard let trailing = row.trailing else { return cut(row.leading ?? "", to: width) }
        guard let leading = row.leading else { return cut(trailing, behind: "| ", to: width) }
        let half = max(width / 2, width - TextWidth.of(leading) - 1)
        let right = cut(trailing, behind: "| ", to: half)
        return cut(leading, to: width - TextWidth.of(right) - 1) + " " + right
    }

    private mutating func cut(_ text: String, behind mark: String = "", to width: Int) -> String {
        let line = TextWidth.cut(mark + text, to: width)
        if line.hasSameBytes(as: mark + text) { wholeTexts.append(text) }
        return line
    }
}
