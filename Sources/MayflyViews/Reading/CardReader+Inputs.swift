import MayflyModel

extension CardReader {
    /// Reads what all inputs share, and by `kind` the rest; the first input of an id wins.
    mutating func input(
        _ fields: Fields,
        kind: (inout CardReader, String) throws(ReadingError) -> CardInput.Kind
    ) throws(ReadingError) -> CardInput {
        let id = try fields.requiredID("id")
        guard !id.isEmpty else { throw .unusable("has an empty 'id'") }
        guard !inputIDs.contains(id) else { throw .unusable("has the id of an earlier input") }
        let input = CardInput(
            id: id,
            label: try fields.string("label"),
            isRequired: try fields.bool("isRequired", default: false),
            errorMessage: try fields.string("errorMessage"),
            kind: try kind(&self, id)
        )
        inputIDs.insert(id)
        return input
    }

    mutating func textInput(_ fields: Fields, id: String) throws(ReadingError) -> CardTextInput {
        let maxLength = try fields.count("maxLength")
        var value = try fields.string("value") ?? ""
        if let maxLength, value.count > maxLength {
            note(id, "starts with more than its \(maxLength) characters; the rest is cut")
            value = String(value.prefix(maxLength))
        }
        // Matching an untrusted pattern can take unbounded time, and the extension must check the value anyway.
        if fields["regex"] != nil { note(id, "has a 'regex', which this host does not check") }
        return CardTextInput(
            value: value,
            placeholder: try fields.string("placeholder"),
            isMultiline: try fields.bool("isMultiline", default: false),
            maxLength: maxLength
        )
    }

    mutating func choiceSet(_ fields: Fields, id: String) throws(ReadingError) -> CardChoiceSet {
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
            value: choices.values(among: wanted)
        )
    }

    func toggle(_ fields: Fields) throws(ReadingError) -> CardToggle {
        let valueOn = try fields.string("valueOn") ?? "true"
        let valueOff = try fields.string("valueOff") ?? "false"
        guard !valueOn.hasSameBytes(as: valueOff) else { throw .unusable("has the same 'valueOn' and 'valueOff'") }
        return CardToggle(
            title: try fields.requiredString("title"),
            valueOn: valueOn,
            valueOff: valueOff,
            isOn: try fields.string("value")?.hasSameBytes(as: valueOn) ?? false
        )
    }

    private mutating func note(_ id: String, _ text: String) {
        notes.add("input '\(SafeText.line(id, limit: 80))' \(text)")
    }
}
