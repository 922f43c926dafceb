public import MayflyModel

extension CardInputs {
    /// Gives an input its value, as a person does with the keyboard or, for choices and toggles, by a tap.
    ///
    /// A toggle takes its `valueOn` or `valueOff`; a multi-select set takes values with commas between them, and empty
    /// text for none. Throws `unknownControl` for an id that is not shown, `notPossibleNow` for typing outside expanded
    /// style (C-072, C-077), `invalidInput` for a value that breaks a rule of the input.
    public mutating func set(_ id: String, to value: String, style: PresentationStyle) throws(MayflyError) {
        let input = try shownInput(id)
        let name = "input '\(SafeText.line(id, limit: 80))'"
        guard value.utf8.count <= CardLimits.inputBytes else {
            throw MayflyError(
                .invalidInput,
                "\(name) takes at most \(CardLimits.inputBytes) bytes, not \(value.utf8.count)"
            )
        }
        if input.form != nil || input.isText { try Self.requireKeyboard(in: style, name) }
        switch input.kind {
        case .text(let text):
            try Self.check(value, for: text, name: name)
            values[id] = [value]
        case .number, .date, .time:
            if let form = input.form, !value.isEmpty, !form.allows(value) {
                throw MayflyError(
                    .invalidInput,
                    "\(name) takes \(form.rule), not '\(SafeText.line(value, limit: 80))'",
                    cause: InputError(id: id)
                )
            }
            values[id] = [value]
        case .toggle(let toggle):
            try Self.check(value, isOneOf: [toggle.valueOn, toggle.valueOff], name: name)
            values[id] = [value]
        case .choices(let set):
            values[id] = try Self.taken(value, of: set, name: name)
        }
        problems[id] = nil
    }

    private static func requireKeyboard(in style: PresentationStyle, _ name: String) throws(MayflyError) {
        guard style != .expanded else { return }
        throw MayflyError(
            .notPossibleNow,
            "\(name) needs the keyboard, which \(style.name) style does not give; ask for expanded"
        )
    }

    private func shownInput(_ id: String) throws(MayflyError) -> CardInput {
        let shown = definitions.filter(\.isShown)
        // What is longer is the id of no input: texts are compared in their normal form, which takes the square of the number of
        // accents on one letter.
        if id.utf8.count <= CardLimits.idBytes, let input = shown.first(where: { $0.id == id }) { return input }
        let known = shown.prefix(20).map { SafeText.line($0.id, limit: 40) }.joined(separator: ", ")
        let rule = shown.isEmpty ? "it shows none" : "it shows \(known)"
        throw MayflyError(.unknownControl, "the view shows no input '\(SafeText.line(id, limit: 80))'; \(rule)")
    }

    private static func check(_ value: String, for text: CardTextInput, name: String) throws(MayflyError) {
        let shown = SafeText.line(value, limit: 80)
        if let maxLength = text.maxLength, value.count > maxLength {
            throw MayflyError(
                .invalidInput,
                "\(name) takes at most \(maxLength) characters, not the \(value.count) of '\(shown)'"
            )
        }
        if !text.isMultiline, value.contains(where: \.isNewline) {
            throw MayflyError(.invalidInput, "\(name) takes one line, not '\(shown)'")
        }
    }

    private static func check(_ value: String, isOneOf known: [String], name: String) throws(MayflyError) {
        guard !known.contains(where: value.hasSameBytes) else { return }
        throw notTaken(value, known, name)
    }

    private static func notTaken(_ value: String, _ known: [String], _ name: String) -> MayflyError {
        let rule =
            known.isEmpty
            ? "no value"
            : known.prefix(20).map { "'\(SafeText.line($0, limit: 40))'" }
                .joined(separator: " or ")
        return MayflyError(.invalidInput, "\(name) takes \(rule), not '\(SafeText.line(value, limit: 80))'")
    }

    private static func taken(_ value: String, of set: CardChoiceSet, name: String) throws(MayflyError) -> [String] {
        let wanted = CardChoiceSet.split(value, among: set.choices, isMultiSelect: set.isMultiSelect)
        let known = Set(set.choices.map { Array($0.value.utf8) })
        if let other = wanted.first(where: { !known.contains(Array($0.utf8)) }) {
            throw notTaken(other, set.choices.map(\.value), name)
        }
        return set.choices.values(among: Set(wanted.map { Array($0.utf8) }))
    }
}
