public import MayflyModel

extension CardInputs {
    /// Handles a tap on a control of the card; taps work in every style.
    ///
    /// A tap on a choice or a toggle changes its value and gives nil; a tap on an action gives its submission. Throws
    /// `invalidInput` for a text input and for a submission whose required inputs are empty, `unknownControl` for a
    /// control of another card.
    public mutating func tap(_ control: Control) throws(MayflyError) -> Submission? {
        switch control.kind {
        case .submit(let action):
            return try submission(of: action, title: control.title)
        case .textInput(let id):
            let name = SafeText.line(id, limit: 80)
            throw MayflyError(
                .invalidInput,
                "control \(control.number) is the text input '\(name)'; write into it with: input \(name) TEXT"
            )
        case .toggle(let id):
            guard case .toggle(let toggle)? = definition(id)?.kind else { throw Self.unknown(control) }
            values[id] = [isTaken(toggle.valueOn, of: id) ? toggle.valueOff : toggle.valueOn]
            return nil
        case .choice(let id, let value):
            guard case .choices(let set)? = definition(id)?.kind,
                set.choices.contains(where: { $0.value.hasSameBytes(as: value) })
            else { throw Self.unknown(control) }
            take(value, of: set, id: id)
            return nil
        }
    }

    private mutating func take(_ value: String, of set: CardChoiceSet, id: String) {
        guard set.isMultiSelect else {
            values[id] = [value]
            return
        }
        var taken = Set((values[id] ?? []).map { Array($0.utf8) })
        let tapped = Array(value.utf8)
        if taken.remove(tapped) == nil { taken.insert(tapped) }
        values[id] = set.choices.values(among: taken)
    }

    private func definition(_ id: String) -> CardInput? {
        definitions.first { $0.id == id && $0.isShown }
    }

    private static func unknown(_ control: Control) -> MayflyError {
        let title = SafeText.line(control.title, limit: 80)
        return MayflyError(.unknownControl, "control \(control.number) '\(title)' does not belong to this view")
    }
}
