import MayflyModel

extension CardDrawing {
    /// Buttons, and below them the card that one of them shows.
    func lines(of actions: [CardAction], width: Int) -> [DrawnLine] {
        var lines = buttons(actions, width: width)
        for action in actions where budget.hasRoom(below: lines) {
            guard case .showCard(let shown) = action.kind, shown.isOpen else { continue }
            let room = max(1, width - Self.cardMark.utf8.count)
            let body = self.body(of: shown.contents, width: room)
            let buttons = self.lines(of: shown.contents.actions, width: room)
            let card = body + (body.isEmpty || buttons.isEmpty ? [] : [DrawnLine()]) + buttons
            lines += budget.lines(of: card) { line in
                var marked = DrawnLine(Self.cardMark)
                marked.append(line)
                return marked
            }
        }
        return lines
    }

    /// What stands before the lines of a card that a button shows.
    private static let cardMark = "| "

    /// Buttons in a row, or in several where one is too narrow.
    private func buttons(_ actions: [CardAction], width: Int) -> [DrawnLine] {
        var lines: [DrawnLine] = []
        for action in actions where budget.hasRoom(below: lines) {
            let text = TextWidth.cut("[\(mark(of: action))] \(label(of: action))", to: width)
            let button = DrawnLine(text, style: action.isEnabled ? .plain : .dim)
            budget.use(bytes: button.bytes)
            if let last = lines.last, last.width + 3 + button.width <= width {
                lines[lines.count - 1].append(button.indented(by: 3))
            } else {
                lines.append(button)
            }
        }
        return lines
    }

    func mark(of action: CardAction) -> String { action.number.map(String.init) ?? "-" }

    /// The words on a button, with what shows that a card can be opened or closed.
    func label(of action: CardAction) -> String {
        let words = SafeText.line(action.label, limit: 60)
        guard case .showCard(let shown) = action.kind else { return words }
        return words + (shown.isOpen ? " (open)" : " …")
    }
}
