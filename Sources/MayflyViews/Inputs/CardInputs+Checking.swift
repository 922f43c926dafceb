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
    /// What keeps these inputs from being submitted: those that are wrong, in their order. Each is checked once.
    func problems(
        with inputs: [CardInput],
        _ budget: inout PatternBudget
    ) -> [(input: CardInput, problem: InputProblem)] {
        inputs.compactMap { input in problem(with: input, &budget).map { (input, $0) } }
    }

    /// One that is not shown cannot be filled by the person, so nothing is wrong with it.
    private func problem(with input: CardInput, _ budget: inout PatternBudget) -> InputProblem? {
        guard input.isShown else { return nil }
        guard isFilled(input) else {
            guard input.isRequired else { return nil }
            return InputProblem(isMissing: true, words: input.errorMessage ?? input.label ?? "a value is needed")
        }
        let value = value(of: input.id) ?? ""
        switch input.kind {
        case .text(let text):
            guard let pattern = text.pattern else { return nil }
            // The extension's own words would say that the value is wrong.
            guard let isRight = pattern.matches(value, &budget) else {
                return InputProblem(isMissing: false, words: Self.tooManySteps)
            }
            guard !isRight else { return nil }
            let rule = "the value has not the form that is asked for"
            return InputProblem(isMissing: false, words: input.errorMessage ?? rule)
        case .number(let range), .date(let range), .time(let range):
            guard let rule = brokenBound(of: range, input, value) else { return nil }
            return InputProblem(isMissing: false, words: input.errorMessage ?? rule)
        case .choices, .toggle: return nil
        }
    }

    private static let tooManySteps =
        "to check the forms of the card's values takes more than \(CardLimits.matchedSteps) steps"

    private func isFilled(_ input: CardInput) -> Bool {
        switch input.kind {
        case .text, .number, .date, .time: value(of: input.id)?.isEmpty == false
        case .choices: values[input.id]?.isEmpty == false
        case .toggle(let toggle): isTaken(toggle.valueOn, of: input.id)
        }
    }

    private func brokenBound(of range: CardRangeInput, _ input: CardInput, _ value: String) -> String? {
        guard let form = input.form else { return nil }
        if let least = range.minimum, form.areInOrder(value, least) { return "the value must be \(least) or more" }
        if let most = range.maximum, form.areInOrder(most, value) { return "the value must be \(most) or less" }
        return nil
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
