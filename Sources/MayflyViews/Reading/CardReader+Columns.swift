import MayflyModel

extension CardReader {
    mutating func columnSet(_ fields: Fields, underFallback: Bool) throws(ReadingError) -> CardColumnSet {
        try countColumnBytes(of: fields)
        var columns: [CardColumn] = []
        for value in try fields.array("columns") {
            let column = try part(value, noun: "column", underFallback: underFallback) {
                (reader, fields, underFallback) throws(ReadingError) in
                try reader.column(fields, underFallback: underFallback)
            }
            if let column { columns.append(column) }
        }
        return CardColumnSet(
            columns: columns,
            selectAction: try selectAction(of: fields, underFallback: underFallback),
            surface: try surface(of: fields),
            alignment: try fields.option("horizontalAlignment", default: .left)
        )
    }

    private mutating func column(_ fields: Fields, underFallback: Bool) throws(ReadingError) -> CardColumn {
        // In Adaptive Cards, a column of a set need not name its type.
        if let type = try fields.word("type"), type != "Column" { throw .unusable("is not a column") }
        return CardColumn(
            id: try fields.string("id"),
            width: width(fields["width"]),
            isVisible: try fields.bool("isVisible", default: true),
            hasSeparator: try fields.bool("separator", default: false),
            spacing: try fields.option("spacing", default: .default),
            content: try container(fields, underFallback: underFallback)
        )
    }

    /// `auto`, `stretch`, `50px`, or a weight as a number or as the digits of one; absent means `stretch`, and so does another value,
    /// which is noted.
    mutating func width(_ value: JSONValue?) -> CardColumn.Width {
        switch value {
        case nil: return .stretch
        case .number(let number)?:
            if let weight = number.double, weight > 0 { return .weight(weight) }
        case .text(let text)?:
            let name = Fields.word(text).lowercased()
            if name == "auto" { return .auto }
            if name == "stretch" { return .stretch }
            if let pixels = Fields.pixels(name) { return .pixels(pixels) }
            if let weight = Double(name), weight > 0, weight.isFinite { return .weight(weight) }
        default: break
        }
        notes.add("a column has a 'width' that is not auto, stretch, a weight or pixels; it is stretched")
        return .stretch
    }
}
