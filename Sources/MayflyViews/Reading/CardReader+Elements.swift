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
        let spacing = try fields.word("spacing")?.lowercased()
        return CardElement(
            id: try fields.string("id"),
            isVisible: try fields.bool("isVisible", default: true),
            hasSeparator: try fields.bool("separator", default: false),
            isSpacedOut: ["medium", "large", "extralarge", "padding"].contains(spacing),
            content: content
        )
    }

    private mutating func content(
        of fields: Fields,
        underFallback: Bool
    ) throws(ReadingError) -> CardElement.Content {
        switch try fields.requiredWord("type") {
        case "TextBlock": .text(try text(fields))
        case "Image": .image(try image(fields, underFallback: underFallback))
        case "Container": .container(try container(fields, underFallback: underFallback))
        case "ColumnSet": .columns(try columnSet(fields, underFallback: underFallback))
        case "ActionSet": .actions(try actions(fields.array("actions"), underFallback: underFallback))
        case "FactSet": .facts(try facts(fields))
        case "Input.Text":
            .input(
                try input(fields) { (reader, id) throws(ReadingError) in
                    .text(try reader.textInput(fields, id: id))
                }
            )
        case "Input.ChoiceSet":
            .input(
                try input(fields) { (reader, id) throws(ReadingError) in
                    .choices(try reader.choiceSet(fields, id: id))
                }
            )
        case "Input.Toggle":
            .input(
                try input(fields) { (reader, _) throws(ReadingError) in
                    .toggle(try reader.toggle(fields))
                }
            )
        default: throw .unusable("is not supported")
        }
    }

    private func text(_ fields: Fields) throws(ReadingError) -> CardText {
        var text = CardText(try fields.requiredString("text"))
        let isHeading = try fields.word("style")?.lowercased() == "heading"
        text.size = try fields.option("size", default: isHeading ? .large : .default)
        text.weight = try fields.option("weight", default: isHeading ? .bolder : .default)
        text.color = try fields.option("color", default: .default)
        text.alignment = try fields.option("horizontalAlignment", default: .left)
        text.wraps = try fields.bool("wrap", default: false)
        text.isSubtle = try fields.bool("isSubtle", default: false)
        text.maxLines = try fields.count("maxLines")
        return text
    }

    private mutating func image(_ fields: Fields, underFallback: Bool) throws(ReadingError) -> CardImage {
        CardImage(
            url: try fields.requiredString("url"),
            altText: try fields.string("altText"),
            selectAction: try selectAction(of: fields, underFallback: underFallback)
        )
    }

    /// A container's own part, which a column has too.
    mutating func container(_ fields: Fields, underFallback: Bool) throws(ReadingError) -> CardContainer {
        CardContainer(
            items: try elements(fields.array("items"), underFallback: underFallback),
            selectAction: try selectAction(of: fields, underFallback: underFallback)
        )
    }

    private mutating func facts(_ fields: Fields) throws(ReadingError) -> [CardFact] {
        var facts: [CardFact] = []
        for value in try fields.array("facts") {
            try countPart()
            guard let fact = Fields(value) else { throw .unusable("has a fact that is not an object") }
            facts.append(CardFact(title: try fact.requiredString("title"), value: try fact.requiredString("value")))
        }
        return facts
    }
}
