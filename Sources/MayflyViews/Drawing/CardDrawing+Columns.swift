extension CardDrawing {
    private static let gap = 2
    private static let ruleGap = 3

    func lines(of set: CardColumnSet, width: Int) -> [DrawnLine] {
        tappable(set.selectAction, width: width) { beside(set.columns.filter(\.isVisible), width: $0) }
    }

    /// Columns side by side; below one another where there is no room.
    private func beside(_ columns: [CardColumn], width: Int) -> [DrawnLine] {
        let gaps = columns.dropFirst().reduce(0) { $0 + Self.gap(before: $1) }
        let room = max(1, width - gaps)
        let ruler = measuring
        let measured = columns.map { ruler.lines(of: $0.content, width: room) }
        let natural = measured.map(Self.width)
        let kinds = columns.map(\.width)
        let shared = isMeasuring ? ColumnLayout.room(kinds, natural: natural, limit: room) : room
        guard let widths = ColumnLayout.widths(kinds, natural: natural, room: shared) else {
            return isMeasuring
                ? budget.stacked(measured, \.self) : budget.stacked(columns) { lines(of: $0.content, width: width) }
        }
        let drawn = isMeasuring ? measured : zip(columns, widths).map { lines(of: $0.content, width: $1) }
        return side(by: drawn, widths: widths) { columns[$0].hasSeparator ? " │ " : "  " }
    }

    private static func gap(before column: CardColumn) -> Int {
        column.hasSeparator ? ruleGap : gap
    }

    private static func width(_ lines: [DrawnLine]) -> Int {
        lines.map(\.width).max() ?? 0
    }
}
