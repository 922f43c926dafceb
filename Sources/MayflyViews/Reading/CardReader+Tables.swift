import MayflyModel

extension CardReader {
    mutating func table(_ fields: Fields, underFallback: Bool) throws(ReadingError) -> CardTable {
        try countColumnBytes(of: fields)
        var rows: [CardTable.Row] = []
        for value in try fields.array("rows") {
            let row = try part(value, noun: "row", underFallback: underFallback) {
                (reader, fields, underFallback) throws(ReadingError) in
                try reader.row(fields, underFallback: underFallback)
            }
            if let row { rows.append(row) }
        }
        var columns: [CardTable.Column] = []
        for value in try fields.array("columns") {
            try countPart()
            guard let column = Fields(value) else { throw .unusable("has a column that is not an object") }
            let width = column["width"] == nil ? CardColumn.Width.weight(1) : width(column["width"])
            columns.append(CardTable.Column(width: width, alignment: try alignment(column)))
        }
        let most = rows.map(\.cells.count).max() ?? 0
        let missing = CardTable.Column(width: .weight(1), alignment: .init())
        columns += Array(repeating: missing, count: max(0, most - columns.count))
        return CardTable(
            columns: columns,
            rows: rows,
            hasHeaders: try fields.flag("firstRowAsHeader", "firstRowAsHeaders", default: true),
            showsGrid: try fields.bool("showGridLines", default: true),
            gridStyle: try style(fields, "gridStyle") ?? .default,
            alignment: try alignment(fields)
        )
    }

    private mutating func row(_ fields: Fields, underFallback: Bool) throws(ReadingError) -> CardTable.Row {
        if let type = try fields.word("type"), type != "TableRow" { throw .unusable("is not a row") }
        var cells: [CardContainer] = []
        for value in try fields.array("cells") {
            let cell = try part(value, noun: "cell", underFallback: underFallback) {
                (reader, fields, underFallback) throws(ReadingError) in
                if let type = try fields.word("type"), type != "TableCell" { throw .unusable("is not a cell") }
                return try reader.container(fields, underFallback: underFallback)
            }
            // A cell that is left out would move those behind it into other columns.
            cells.append(cell ?? CardContainer(items: []))
        }
        return CardTable.Row(cells: cells, style: try style(fields, "style"), alignment: try alignment(fields))
    }

    private func alignment(_ fields: Fields) throws(ReadingError) -> CardTable.Alignment {
        CardTable.Alignment(
            horizontal: try fields.knownOption("horizontalCellContentAlignment"),
            vertical: try fields.knownOption("verticalCellContentAlignment")
        )
    }
}
