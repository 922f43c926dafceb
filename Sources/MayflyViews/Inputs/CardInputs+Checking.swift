import MayflyModel

/// What is wrong with the value of an input.
struct InputProblem {
    /// Whether the value is missing.
    let isMissing: Bool
    /// The extension's words, or the host's. Untrusted.
    let words: String

    func error(of input: CardInput) -> MayflyError {
        MayflyError(
            .invalidInput,
            "input '\(SafeText.line(input.id, limit: 80))' is \(isMissing ? "required" : "not right"): "
                + SafeText.line(words, limit: 80),
            cause: InputError(id: input.id)
        )
    }
}

extension CardInputs {
    /// What keeps an input from being submitted. One that is not shown cannot be filled by the person, so nothing is wrong with it.
    func problem(with input: CardInput) -> InputProblem? {
        guard input.isShown else { return nil }
        guard isFilled(input) else {
            guard input.isRequired else { return nil }
            return InputProblem(isMissing: true, words: input.errorMessage ?? input.label ?? "a value is needed")
        }
        guard let rule = brokenRule(of: input, value(of: input.id) ?? "") else { return nil }
        return InputProblem(isMissing: false, words: input.errorMessage ?? rule)
    }

    private func isFilled(_ input: CardInput) -> Bool {
        switch input.kind {
        case .text, .number, .date, .time: value(of: input.id)?.isEmpty == false
        case .choices: values[input.id]?.isEmpty == false
        case .toggle(let toggle): isTaken(toggle.valueOn, of: input.id)
        }
    }

    private func brokenRule(of input: CardInput, _ value: String) -> String? {
        switch input.kind {
        case .text(let text):
            guard let pattern = text.pattern, !pattern.matches(value) else { return nil }
            return "the value has not the form that is asked for"
        case .number(let range), .date(let range), .time(let range):
            guard let form = input.form else { return nil }
            if let least = range.minimum, form.areInOrder(value, least) { return "the value must be \(least) or more" }
            if let most = range.maximum, form.areInOrder(most, value) { return "the value must be \(most) or less" }
            return nil
        case .choices, .toggle: return nil
        }
    }
}

extension CardInput {
    /// How a number, a date or a time is written; nil for other inputs.
    var form: CardRangeInput.Form? {
        switch kind {
        case .number: .number
        case .date: .date
        case .time: .time
        case .text, .choices, .toggle: nil
        }
    }

    /// Whether the person types any text.
    var isText: Bool { if case .text = kind { true } else { false } }
}
