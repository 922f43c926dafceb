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
        let gathered = inputs(of: action)
        var budget = PatternBudget()
        if let (input, problem) = problems(with: gathered, &budget).first { throw problem.error(of: input) }
        return submission(of: action, gathered, title: control.title)
    }

    /// Checks the inputs of an action, notes what is wrong with them, to be shown at each, and gives what is submitted where nothing is.
    mutating func checkedSubmission(
        of action: CardAction,
        title: String,
        _ budget: inout PatternBudget
    ) throws(MayflyError) -> Submission {
        let gathered = inputs(of: action)
        let found = problems(with: gathered, &budget)
        for input in gathered { problems[input.id] = nil }
        for (input, problem) in found { problems[input.id] = problem.words }
        if let (input, problem) = found.first { throw problem.error(of: input) }
        return submission(of: action, gathered, title: title)
    }

    private func submission(of action: CardAction, _ gathered: [CardInput], title: String) -> Submission {
        var fields: [String: JSONValue] =
            switch action.data {
            case .object(let members)?: Dictionary(members.map { ($0.name, $0.value) }) { first, _ in first }
            case let other?: ["data": other]
            case nil: [:]
            }
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
}

extension CardAction {
    fileprivate var verb: String? {
        guard case .execute(let verb) = kind else { return nil }
        return verb
    }
}
