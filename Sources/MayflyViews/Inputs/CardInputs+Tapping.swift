public import MayflyModel

/// What a tap on a control of a card did.
public enum CardTap: Sendable {
    /// The card or the inputs have changed.
    case changed
    /// This goes to the extension.
    case submitted(Submission)
}

extension CardInputs {
    /// Handles a tap on a control of the card; taps work in every style.
    ///
    /// Throws `invalidInput` for a text input and for a submission with an input whose value is missing or breaks a rule, which
    /// `problem(of:)` then names; `notPossibleNow` for a link, about which the person is asked first; `unknownControl` for a control of
    /// another card.
    public mutating func tap(_ control: Control, in card: inout Card) throws(MayflyError) -> CardTap {
        var budget = PatternBudget()
        return try tap(control, in: &card, &budget)
    }

    mutating func tap(
        _ control: Control,
        in card: inout Card,
        _ budget: inout PatternBudget
    ) throws(MayflyError) -> CardTap {
        switch control.kind {
        case .submit(let action):
            return .submitted(try checkedSubmission(of: action, title: control.title, &budget))
        case .link(let address):
            let name = "control \(control.number) '\(SafeText.line(control.title, limit: 80))'"
            throw MayflyError(
                .notPossibleNow,
                "\(name) is a link to \(SafeText.line(address, limit: 200)); open it with: link \(control.number)"
            )
        case .showCard(let shown):
            card.toggle(shown)
            follow(card)
        case .toggleVisibility(let targets):
            card.toggle(targets)
            follow(card)
        case .textInput(let id):
            let name = SafeText.line(id, limit: 80)
            throw MayflyError(
                .invalidInput,
                "control \(control.number) is the text input '\(name)'; write into it with: input \(name) TEXT",
                cause: InputError(id: id)
            )
        case .toggle(let id):
            guard case .toggle(let toggle)? = definition(id)?.kind else { throw Self.unknown(control) }
            values[id] = [isTaken(toggle.valueOn, of: id) ? toggle.valueOff : toggle.valueOn]
            problems[id] = nil
        case .choice(let id, let value):
            guard case .choices(let set)? = definition(id)?.kind,
                set.choices.contains(where: { $0.value.hasSameBytes(as: value) })
            else { throw Self.unknown(control) }
            take(value, of: set, id: id)
            problems[id] = nil
        }
        return .changed
    }

    private mutating func take(_ value: String, of set: CardChoiceSet, id: String) {
        guard set.isMultiSelect else {
            values[id] = [value]
            return
        }
        var taken = taken(of: id)
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
