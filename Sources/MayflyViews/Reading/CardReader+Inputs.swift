import MayflyModel

extension CardReader {
    /// Reads an input of one of the types; the first input of an id wins.
    mutating func input(
        _ fields: Fields,
        type: String,
        underFallback: Bool
    ) throws(ReadingError) -> CardInput {
        guard Self.types.contains(type) else { throw .unusable("is not supported") }
        let id = try fields.requiredID("id")
        guard !id.isEmpty else { throw .unusable("has an empty 'id'") }
        guard !inputIDs.contains(id) else { throw .unusable("has the id of an earlier input") }
        let input = CardInput(
            id: id,
            label: try fields.string("label"),
            isRequired: try fields.bool("isRequired", default: false),
            errorMessage: try fields.string("errorMessage"),
            card: cards[cards.count - 1],
            kind: try kind(of: type, fields, id: id, underFallback: underFallback)
        )
        inputIDs.insert(id)
        return input
    }

    private static let types: Set = [
        "Input.Text", "Input.Number", "Input.Date", "Input.Time", "Input.Toggle", "Input.ChoiceSet",
    ]

    private mutating func kind(
        of type: String,
        _ fields: Fields,
        id: String,
        underFallback: Bool
    ) throws(ReadingError) -> CardInput.Kind {
        switch type {
        case "Input.Text": .text(try textInput(fields, id: id, underFallback: underFallback))
        case "Input.Number": .number(try range(fields, id: id, form: .number))
        case "Input.Date": .date(try range(fields, id: id, form: .date))
        case "Input.Time": .time(try range(fields, id: id, form: .time))
        case "Input.Toggle": .toggle(try toggle(fields))
        default: .choices(try choiceSet(fields, id: id))
        }
    }

    private mutating func textInput(
        _ fields: Fields,
        id: String,
        underFallback: Bool
    ) throws(ReadingError) -> CardTextInput {
        // The samples of the format have a length of 0 for any length.
        let maxLength = fields["maxLength"].flatMap(Self.isZero) == true ? nil : try fields.count("maxLength")
        var value = try fields.string("value") ?? ""
        if value.utf8.count > CardLimits.inputBytes {
            note(id, "starts with more than \(CardLimits.inputBytes) bytes; the rest is cut")
            value = String(SafeText.beginning(of: value, bytes: CardLimits.inputBytes))
        }
        if let maxLength, value.count > maxLength {
            note(id, "starts with more than its \(maxLength) characters; the rest is cut")
            value = String(value.prefix(maxLength))
        }
        let pattern = try fields.string("regex")
        let compiled = pattern.flatMap { CardPattern($0) }
        if pattern != nil, compiled == nil {
            note(
                id,
                "has a 'regex' that this host does not check: it cannot be matched in linear time, or is wrong or too long"
            )
        }
        return CardTextInput(
            value: value,
            placeholder: try fields.string("placeholder"),
            isMultiline: try fields.bool("isMultiline", default: false),
            maxLength: maxLength,
            style: try fields.option("style", default: .text),
            pattern: compiled,
            action: try onlyAction(fields["inlineAction"], underFallback: underFallback)
        )
    }

    private static func isZero(_ value: JSONValue) -> Bool {
        guard case .number(let number) = value else { return false }
        return number.int64 == 0
    }

    /// A number, a date or a time. A value or a bound of another form is noted and not used.
    private mutating func range(
        _ fields: Fields,
        id: String,
        form: CardRangeInput.Form
    ) throws(ReadingError) -> CardRangeInput {
        CardRangeInput(
            value: try bound("value", fields, id: id, form: form) ?? "",
            minimum: try bound("min", fields, id: id, form: form),
            maximum: try bound("max", fields, id: id, form: form),
            placeholder: try fields.string("placeholder")
        )
    }

    private mutating func bound(
        _ name: String,
        _ fields: Fields,
        id: String,
        form: CardRangeInput.Form
    ) throws(ReadingError) -> String? {
        let text: String
        switch fields[name] {
        case nil: return nil
        case .number(let number)? where form == .number: text = number.text
        case .text(let written)?: text = written
        case let other?: throw .unusable("has a '\(name)' that is \(other.kind)")
        }
        if text.isEmpty { return nil }
        if form.allows(text) { return text }
        note(id, "has the \(name) '\(SafeText.line(text, limit: 80))', which is not \(form.rule); it is not used")
        return nil
    }

    private mutating func choiceSet(_ fields: Fields, id: String) throws(ReadingError) -> CardChoiceSet {
        var choices: [CardChoiceSet.Choice] = []
        // By their bytes: a value may be long.
        var values: Set<[UInt8]> = []
        for item in try fields.array("choices") {
            try countPart()
            guard let choice = Fields(item) else { throw .unusable("has a choice that is not an object") }
            let value = try choice.requiredString("value")
            let title = try choice.requiredString("title")
            if values.insert(Array(value.utf8)).inserted {
                choices.append(CardChoiceSet.Choice(title: title, value: value))
            } else {
                note(id, "has two choices of the value '\(SafeText.line(value, limit: 80))'; the first is kept")
            }
        }
        let isMultiSelect = try fields.bool("isMultiSelect", default: false)
        let text = try fields.string("value") ?? ""
        let wanted = Set(
            CardChoiceSet.split(text, among: choices, isMultiSelect: isMultiSelect).map { Array($0.utf8) }
        )
        if !values.isSuperset(of: wanted) { note(id, "starts with a value that is none of its choices") }
        return CardChoiceSet(
            choices: choices,
            isMultiSelect: isMultiSelect,
            style: try fields.option("style", default: .compact),
            placeholder: try fields.string("placeholder"),
            wraps: try fields.bool("wrap", default: false),
            value: choices.values(among: wanted)
        )
    }

    private func toggle(_ fields: Fields) throws(ReadingError) -> CardToggle {
        let valueOn = try fields.string("valueOn") ?? "true"
        let valueOff = try fields.string("valueOff") ?? "false"
        guard !valueOn.hasSameBytes(as: valueOff) else { throw .unusable("has the same 'valueOn' and 'valueOff'") }
        return CardToggle(
            title: try fields.requiredString("title"),
            valueOn: valueOn,
            valueOff: valueOff,
            wraps: try fields.bool("wrap", default: false),
            isOn: try fields.string("value")?.hasSameBytes(as: valueOn) ?? false
        )
    }

    private mutating func note(_ id: String, _ text: String) {
        notes.add("input '\(SafeText.line(id, limit: 80))' \(text)")
    }
}
