import MayflyModel

extension CardReader {
    /// Reads a list of actions; those that cannot be used are left out.
    mutating func actions(_ values: [JSONValue], underFallback: Bool) throws(ReadingError) -> [CardAction] {
        var actions: [CardAction] = []
        for value in values {
            if let action = try action(value, underFallback: underFallback) { actions.append(action) }
        }
        return actions
    }

    /// The action that makes a block tappable; nil when there is none that this host knows.
    mutating func selectAction(of fields: Fields, underFallback: Bool) throws(ReadingError) -> CardAction? {
        guard let value = fields["selectAction"] else { return nil }
        return try action(value, underFallback: underFallback)
    }

    private mutating func action(_ value: JSONValue, underFallback: Bool) throws(ReadingError) -> CardAction? {
        try part(value, noun: "action", underFallback: underFallback) {
            (reader, fields, _) throws(ReadingError) in
            try reader.submit(fields)
        }
    }

    private func submit(_ fields: Fields) throws(ReadingError) -> CardAction {
        guard try fields.requiredWord("type") == "Action.Submit" else { throw .unusable("is not supported") }
        return CardAction(
            id: try fields.string("id"),
            title: try fields.string("title"),
            gathersInputs: try fields.word("associatedInputs")?.lowercased() != "none",
            isEnabled: try fields.bool("isEnabled", default: true),
            number: nil,
            data: try data(fields["data"])
        )
    }

    private func data(_ value: JSONValue?) throws(ReadingError) -> JSONValue? {
        switch value {
        case nil, .text?, .object?: return value
        case let other?: throw .unusable("has a 'data' that is \(other.kind), not an object or a string")
        }
    }
}
