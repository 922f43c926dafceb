import MayflyModel

/// The rows of a bubble as lines of a terminal.
struct BubbleLines {
    /// In cells, at least 16.
    let width: Int

    init(width: Int) { self.width = max(16, width) }

    /// The app's name takes at most half of the first line. A bubble without rows is that name alone.
    func rows(of rows: BubbleRows, app: String) -> [[String]] {
        let header = "[\(TextWidth.cut(app, to: width / 2 - 3))]"
        var result: [[String]] = []
        // The text beside the header has less room than the rows below it.
        var room: Int { result.isEmpty ? width - TextWidth.of(header) - 1 : width }
        for title in [rows.imageTitle, rows.imageSubtitle].compactMap(\.self) {
            result.append([TextWidth.cut(title, to: room)])
        }
        if let row = rows.caption { result.append(caption(row, room)) }
        if let row = rows.subcaption { result.append([subcaption(row, room)]) }
        if let media = rows.media { result.append([TextWidth.cut("(\(BubbleText.facts(media)))", to: room)]) }
        guard let beside = result.first?.first else { return [[header]] }
        result[0][0] = "\(header) \(beside)"
        return result
    }

    /// Both sides in one line if they fit, else the trailing side below, each with at most three lines (C-212).
    private func caption(_ row: BubbleRows.Row, _ width: Int) -> [String] {
        let trailing = row.trailing.map { "| \($0)" }
        let line = [row.leading, trailing].compactMap(\.self).joined(separator: " ")
        guard TextWidth.of(line) > width else { return [line] }
        return [row.leading, trailing].compactMap(\.self).flatMap { text in
            TextWrap.lines(text, width: width, upTo: BubbleRows.captionLines)
        }
    }

    /// One line (C-213); the trailing side is cut only when it would take more than half of the line.
    private func subcaption(_ row: BubbleRows.Row, _ width: Int) -> String {
        guard let leading = row.leading else { return TextWidth.cut("| \(row.trailing ?? "")", to: width) }
        guard let trailing = row.trailing else { return TextWidth.cut(leading, to: width) }
        let right = TextWidth.cut("| \(trailing)", to: max(width / 2, width - TextWidth.of(leading) - 1))
        return TextWidth.cut(leading, to: width - TextWidth.of(right) - 1) + " " + right
    }
}
