import MayflyModel

extension CardReader {
    /// Reads a list of elements; those that cannot be used are left out.
    mutating func elements(_ values: [JSONValue], underFallback: Bool) throws(ReadingError) -> [CardElement] {
        var elements: [CardElement] = []
        for value in values {
            let element = try part(value, noun: "element", underFallback: underFallback) {
                (reader, fields, underFallback) throws(ReadingError) in
                try reader.element(fields, underFallback: underFallback)
            }
            if let element { elements.append(element) }
        }
        return elements
    }

    private mutating func element(_ fields: Fields, underFallback: Bool) throws(ReadingError) -> CardElement {
        let content = try content(of: fields, underFallback: underFallback)
        return CardElement(
            id: try fields.string("id"),
            isVisible: try fields.bool("isVisible", default: true),
            hasSeparator: try fields.bool("separator", default: false),
            spacing: try fields.option("spacing", default: .default),
            fillsHeight: try fields.word("height")?.lowercased() == "stretch",
            content: content
        )
    }

    private mutating func content(
        of fields: Fields,
        underFallback: Bool
    ) throws(ReadingError) -> CardElement.Content {
        let type = try fields.requiredWord("type")
        return switch type {
        case "TextBlock": .text(try text(fields))
        case "RichTextBlock": .text(try richText(fields, underFallback: underFallback))
        case "Image": .image(try image(fields, underFallback: underFallback))
        case "ImageSet": .images(try imageSet(fields, underFallback: underFallback))
        case "Media": .media(try media(fields))
        case "Container": .container(try container(fields, underFallback: underFallback))
        case "ColumnSet": .columns(try columnSet(fields, underFallback: underFallback))
        case "Table": .table(try table(fields, underFallback: underFallback))
        case "ActionSet": .actions(try actions(fields.array("actions"), underFallback: underFallback))
        case "FactSet": .facts(try facts(fields))
        default: .input(try input(fields, type: type, underFallback: underFallback))
        }
    }

    /// A container's own part, which a column and a cell have, too.
    mutating func container(_ fields: Fields, underFallback: Bool) throws(ReadingError) -> CardContainer {
        CardContainer(
            items: try elements(fields.array("items"), underFallback: underFallback),
            selectAction: try selectAction(of: fields, underFallback: underFallback),
            surface: try surface(of: fields)
        )
    }

    private mutating func facts(_ fields: Fields) throws(ReadingError) -> [CardFact] {
        var facts: [CardFact] = []
        for value in try fields.array("facts") {
            try countPart()
            guard let fact = Fields(value) else { throw .unusable("has a fact that is not an object") }
            let (title, value) = (try fact.requiredString("title"), try fact.requiredString("value"))
            facts.append(
                CardFact(
                    title: CardText(markdown(title, style: .init())),
                    value: CardText(markdown(value, style: .init()))
                )
            )
        }
        return facts
    }
}
