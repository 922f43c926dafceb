extension CardDrawing {
    /// A table as columns of one width for all rows. Where they do not fit, each row is drawn as a block.
    func lines(of table: CardTable, width: Int) -> [DrawnLine] {
        let gap = table.showsGrid ? 3 : 2
        let room = max(1, width - gap * max(0, table.columns.count - 1))
        let widths = table.columns.map(\.width)
        var ruler = measuring
        ruler.alignment = alignment
        var natural = [Int](repeating: 1, count: widths.count)
        for row in table.rows {
            for (index, cell) in row.cells.enumerated() {
                natural[index] = max(natural[index], ruler.lines(of: cell, width: room).map(\.width).max() ?? 0)
            }
        }
        let shared = isMeasuring ? ColumnLayout.room(widths, natural: natural, limit: room) : room
        let columns = ColumnLayout.widths(widths, natural: natural, room: shared)
        var lines: [DrawnLine] = []
        for (index, row) in table.rows.enumerated() where budget.hasRoom(below: lines) {
            if index > 0, table.showsGrid || columns == nil { lines.append(rule(width)) }
            let isHeader = index == 0 && table.hasHeaders
            lines += self.lines(of: row, in: table, widths: columns, width: width, isHeader: isHeader)
            if isHeader, !table.showsGrid, columns != nil { lines.append(rule(width)) }
        }
        return lines
    }

    private func lines(
        of row: CardTable.Row,
        in table: CardTable,
        widths: [Int]?,
        width: Int,
        isHeader: Bool
    ) -> [DrawnLine] {
        let cells = row.cells.enumerated().map { index, cell in
            var drawing = self
            drawing.alignment =
                row.alignment.horizontal ?? table.columns[index].alignment.horizontal ?? table.alignment.horizontal
                ?? alignment
            let lines = drawing.lines(of: cell, width: widths?[index] ?? width)
            return isHeader ? budget.lines(of: lines, \.bold) : lines
        }
        guard let widths else { return budget.stacked(cells, \.self) }
        return side(by: cells, widths: widths) { _ in table.showsGrid ? " │ " : "  " }
    }

    /// Drawn columns beside each other, with a gap before each but the first.
    func side(by drawn: [[DrawnLine]], widths: [Int], gap: (Int) -> String) -> [DrawnLine] {
        let height = drawn.map(\.count).max() ?? 0
        return budget.lines(of: 0..<height) { row in
            var line = DrawnLine()
            for index in drawn.indices {
                if index > 0 { line.append(DrawnLine(gap(index))) }
                let cell = row < drawn[index].count ? drawn[index][row] : DrawnLine()
                line.append(cell.fitted(to: widths[index]))
            }
            return line
        }
    }
}
