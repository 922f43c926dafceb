public import MayflyModel

extension CardInputs {
    /// What a tap on this control would submit now.
    ///
    /// Throws `invalidInput` when a required input is empty, with the extension's own words where it gave some, and
    /// `notPossibleNow` for a control that submits nothing.
    public func submission(for control: Control) throws(MayflyError) -> Submission {
        guard case .submit(let action) = control.kind else {
            let title = SafeText.line(control.title, limit: 80)
            throw MayflyError(.notPossibleNow, "control \(control.number) '\(title)' is an input and submits nothing")
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
        var inputs: [Submission.InputValue] = []
        if action.gathersInputs {
            for input in definitions { try checkRequired(input) }
            inputs = definitions.map { Submission.InputValue(id: $0.id, value: value(of: $0.id) ?? "") }
        }
        for input in inputs { fields[input.id] = .text(input.value) }
        return Submission(
            actionID: action.id,
            title: title,
            dataJSON: JSONValue.object(fields.map { JSONValue.Member($0, $1) }).sortedLine,
            inputs: inputs
        )
    }

    /// An input that is not shown cannot be filled by the person, so it is never missing.
    private func checkRequired(_ input: CardInput) throws(MayflyError) {
        guard input.isRequired, input.isShown else { return }
        let isFilled =
            switch input.kind {
            case .text: value(of: input.id)?.isEmpty == false
            case .choices: values[input.id]?.isEmpty == false
            case .toggle(let toggle): isTaken(toggle.valueOn, of: input.id)
            }
        guard !isFilled else { return }
        let words = input.errorMessage ?? input.label ?? "a value is needed"
        throw MayflyError(
            .invalidInput,
            "input '\(SafeText.line(input.id, limit: 80))' is required: \(SafeText.line(words, limit: 80))"
        )
    }
}
