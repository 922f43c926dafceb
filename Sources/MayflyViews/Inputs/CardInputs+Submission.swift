public import MayflyModel

extension CardInputs {
    /// What a tap on this control would submit now.
    ///
    /// Throws `invalidInput` for an input whose value is missing or breaks a rule, with the extension's own words where it gave some
    /// and the input in `MayflyError.cause` (`InputError`), and `notPossibleNow` for a control that submits nothing.
    public func submission(for control: Control) throws(MayflyError) -> Submission {
        guard case .submit(let action) = control.kind else {
            let title = SafeText.line(control.title, limit: 80)
            throw MayflyError(.notPossibleNow, "control \(control.number) '\(title)' is no button that submits")
        }
        return try submission(of: action, title: control.title)
    }

    func submission(of action: CardAction, title: String) throws(MayflyError) -> Submission {
        var fields: [String: JSONValue] =
            switch action.data {
            case .object(let members)?: Dictionary(members.map { ($0.name, $0.value) }) { first, _ in first }
            case let other?: ["data": other]
            case nil: [:]
            }
        let gathered = inputs(of: action)
        for input in gathered { if let problem = problem(with: input) { throw problem.error(of: input) } }
        let inputs = gathered.map { Submission.InputValue(id: $0.id, value: value(of: $0.id) ?? "") }
        for input in inputs { fields[input.id] = .text(input.value) }
        return Submission(
            actionID: action.id,
            title: title,
            verb: action.verb,
            dataJSON: JSONValue.object(fields.map { JSONValue.Member($0, $1) }).sortedLine,
            inputs: inputs
        )
    }

    /// The inputs that go with an action: those of its card and of the cards around, none of a card that a button of it shows.
    private func inputs(of action: CardAction) -> [CardInput] {
        action.gathersInputs ? definitions.filter { action.cards.contains($0.card) } : []
    }

    /// Notes what is wrong with the inputs of an action, to be shown at each.
    mutating func noteProblems(of action: CardAction) {
        for input in inputs(of: action) { problems[input.id] = problem(with: input)?.words }
    }
}

extension CardAction {
    fileprivate var verb: String? {
        guard case .execute(let verb) = kind else { return nil }
        return verb
    }
}
