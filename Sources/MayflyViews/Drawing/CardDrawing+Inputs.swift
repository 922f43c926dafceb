import MayflyModel

extension CardDrawing {
    /// In characters. What is longer is cut.
    private static let longestLabel = 1_000

    func lines(of input: CardInput, width: Int) -> [DrawnLine] {
        field(of: input, width: width) + problem(with: input, width: width)
    }

    private func field(of input: CardInput, width: Int) -> [DrawnLine] {
        switch input.kind {
        case .text(let text):
            let field = line(text.number, input, placeholder: text.placeholder, hint: nil, width: width)
            guard let action = text.action else { return field }
            return field + lines(of: [action], width: width)
        case .number(let range):
            return line(range.number, input, placeholder: range.placeholder, hint: hint(range, nil), width: width)
        case .date(let range):
            return line(
                range.number,
                input,
                placeholder: range.placeholder,
                hint: hint(range, "YYYY-MM-DD"),
                width: width
            )
        case .time(let range):
            return line(range.number, input, placeholder: range.placeholder, hint: hint(range, "HH:MM"), width: width)
        case .toggle(let toggle):
            let isOn = inputs.value(of: input.id)?.hasSameBytes(as: toggle.valueOn) == true
            return label(of: input, width: width)
                + choice(toggle.number, mark: isOn ? "[x]" : "[ ]", title: toggle.title, width: width)
        case .choices(let set):
            let taken = inputs.taken(of: input.id)
            return label(of: input, width: width)
                + budget.stacked(set.choices) { choice in
                    let isTaken = taken.contains(Array(choice.value.utf8))
                    let mark =
                        set.isMultiSelect ? (isTaken ? "[x]" : "[ ]") : (isTaken ? "(o)" : "( )")
                    return self.choice(choice.number, mark: mark, title: choice.title, width: width)
                }
        }
    }

    /// What a tap could not submit.
    private func problem(with input: CardInput, width: Int) -> [DrawnLine] {
        guard let words = inputs.problem(of: input.id) else { return [] }
        var style = TextStyle.plain
        style.color = TextStyle.color(of: .attention)
        return wrapped("! " + SafeText.line(words), width: width, style: style)
    }

    /// How a value is written, and between which values it is.
    private func hint(_ range: CardRangeInput, _ form: String?) -> String? {
        let bounds: String? =
            switch (range.minimum, range.maximum) {
            case (let least?, let most?): "\(least) to \(most)"
            case (let least?, nil): "\(least) or more"
            case (nil, let most?): "\(most) or less"
            case (nil, nil): nil
            }
        return [form, bounds].compactMap(\.self).isEmpty
            ? nil : [form, bounds].compactMap(\.self).joined(separator: ", ")
    }

    /// A field to type into.
    private func line(
        _ number: Int?,
        _ input: CardInput,
        placeholder: String?,
        hint: String?,
        width: Int
    ) -> [DrawnLine] {
        let value = shownValue(of: input)
        let star = input.isRequired ? "*" : ""
        var drawn = ""
        if let label = input.label ?? (placeholder == nil ? input.id : nil) {
            drawn = SafeText.line(label, limit: Self.longestLabel) + star + ": "
        } else if input.isRequired {
            drawn = "* "
        }
        drawn += value + "____"
        let notes = [value.isEmpty ? placeholder : nil, hint].compactMap(\.self)
        if !notes.isEmpty {
            drawn += " (\(notes.map { SafeText.line($0, limit: Self.longestLabel) }.joined(separator: "; ")))"
        }
        if style != .expanded { drawn += " (needs expanded style)" }
        let mark = self.number(number)
        return hanging(mark, indent: mark.utf8.count, text: drawn, width: width)
    }

    /// A password is not shown.
    private func shownValue(of input: CardInput) -> String {
        let value = inputs.value(of: input.id) ?? ""
        if case .text(let text) = input.kind, text.style == .password {
            return String(repeating: "*", count: min(value.unicodeScalars.count, 16))
        }
        return SafeText.block(value)
    }

    private func label(of input: CardInput, width: Int) -> [DrawnLine] {
        let star = input.isRequired ? "*" : ""
        guard let label = input.label else { return [] }
        return wrapped(SafeText.line(label, limit: Self.longestLabel) + star, width: width)
    }

    private func choice(_ number: Int?, mark: String, title: String, width: Int) -> [DrawnLine] {
        let mark = "\(self.number(number))\(mark) "
        return hanging(
            mark,
            indent: mark.utf8.count,
            text: SafeText.line(title, limit: Self.longestLabel),
            width: width
        )
    }

    private func number(_ number: Int?) -> String {
        number.map { "(\($0)) " } ?? ""
    }
}
