import MayflyModel

extension CardDrawing {
    func lines(of input: CardInput, width: Int) -> [DrawnLine] {
        switch input.kind {
        case .text(let text): return lines(of: text, input, width: width)
        case .toggle(let toggle):
            let isOn = inputs.value(of: input.id)?.hasSameBytes(as: toggle.valueOn) == true
            return label(of: input, width: width)
                + choice(toggle.number, mark: isOn ? "[x]" : "[ ]", title: toggle.title, width: width)
        case .choices(let set):
            return label(of: input, width: width)
                + set.choices.flatMap { choice in
                    let isTaken = inputs.isTaken(choice.value, of: input.id)
                    let mark =
                        set.isMultiSelect ? (isTaken ? "[x]" : "[ ]") : (isTaken ? "(o)" : "( )")
                    return self.choice(choice.number, mark: mark, title: choice.title, width: width)
                }
        }
    }

    private func lines(of text: CardTextInput, _ input: CardInput, width: Int) -> [DrawnLine] {
        let value = SafeText.block(inputs.value(of: input.id) ?? "")
        let star = input.isRequired ? "*" : ""
        var drawn = ""
        if let label = input.label ?? (text.placeholder == nil ? input.id : nil) {
            drawn = SafeText.line(label, limit: 100) + star + ": "
        } else if input.isRequired {
            drawn = "* "
        }
        drawn += value + "____"
        if value.isEmpty, let placeholder = text.placeholder { drawn += " (\(SafeText.line(placeholder, limit: 100)))" }
        if style != .expanded { drawn += " (needs expanded style)" }
        let mark = number(text.number)
        return hanging(mark, indent: mark.utf8.count, text: drawn, width: width)
    }

    private func label(of input: CardInput, width: Int) -> [DrawnLine] {
        let star = input.isRequired ? "*" : ""
        guard let label = input.label else { return [] }
        return wrapped(SafeText.line(label) + star, width: width)
    }

    private func choice(_ number: Int?, mark: String, title: String, width: Int) -> [DrawnLine] {
        let mark = "\(self.number(number))\(mark) "
        return hanging(mark, indent: mark.utf8.count, text: SafeText.line(title), width: width)
    }

    private func number(_ number: Int?) -> String {
        number.map { "(\($0)) " } ?? ""
    }

    /// Buttons in a row, or in several where one is too narrow.
    func buttons(_ actions: [CardAction], width: Int) -> [DrawnLine] {
        var lines: [DrawnLine] = []
        for action in actions {
            let mark = action.number.map(String.init) ?? "-"
            let text = TextWidth.cut("[\(mark)] \(SafeText.line(action.label, limit: 60))", to: width)
            let button = DrawnLine(text, style: action.isEnabled ? .plain : .dim)
            if let last = lines.last, last.width + 3 + button.width <= width {
                lines[lines.count - 1].append(button.indented(by: 3))
            } else {
                lines.append(button)
            }
        }
        return lines
    }
}
