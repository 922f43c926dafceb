import MayflyModel

/// Draws the blocks of a card into lines of at most a given width.
struct CardDrawing {
    let inputs: CardInputs
    let style: PresentationStyle
    /// Draws only as wide as the content is, to learn how much room a column needs.
    ///
    /// Columns inside are then not measured again: otherwise nested columns would double the work at each level.
    let isMeasuring: Bool

    func lines(of elements: [CardElement], width: Int) -> [DrawnLine] {
        var lines: [DrawnLine] = []
        for element in elements where element.isVisible && lines.count <= CardLimits.drawnLines {
            let drawn = self.lines(of: element.content, width: width)
            guard !drawn.isEmpty else { continue }
            if !lines.isEmpty {
                if element.hasSeparator {
                    lines.append(rule(width))
                } else if element.isSpacedOut {
                    lines.append(DrawnLine())
                }
            }
            lines += drawn
        }
        return lines
    }

    private func lines(of content: CardElement.Content, width: Int) -> [DrawnLine] {
        switch content {
        case .text(let text): lines(of: text, width: width)
        case .image(let image): lines(of: image, width: width)
        case .container(let container): lines(of: container, width: width)
        case .columns(let set): lines(of: set, width: width)
        case .actions(let actions): buttons(actions, width: width)
        case .facts(let facts): lines(of: facts, width: width)
        case .input(let input): lines(of: input, width: width)
        }
    }

    private func rule(_ width: Int) -> DrawnLine {
        DrawnLine(String(repeating: "─", count: isMeasuring ? 1 : width))
    }

    func lines(of container: CardContainer, width: Int) -> [DrawnLine] {
        tappable(container.selectAction, width: width) { lines(of: container.items, width: $0) }
    }

    private func lines(of image: CardImage, width: Int) -> [DrawnLine] {
        let name = SafeText.line(image.altText ?? "")
        let text = name.isEmpty ? "[picture]" : "[picture: \(name)]"
        return tappable(image.selectAction, width: width) { wrapped(text, width: $0) }
    }

    private func lines(of facts: [CardFact], width: Int) -> [DrawnLine] {
        let titles = facts.map { TextWidth.cut(SafeText.line($0.title), to: max(4, width / 3)) }
        let column = (titles.map(TextWidth.of).max() ?? 0) + 2
        return zip(titles, facts).flatMap { title, fact in
            hanging(title, indent: column, text: SafeText.block(fact.value), width: width)
        }
    }

    /// Blocks with the number of the action that a tap on them does, at their first line.
    func tappable(_ action: CardAction?, width: Int, content: (Int) -> [DrawnLine]) -> [DrawnLine] {
        guard let action, let number = action.number else { return content(width) }
        let mark = "[\(number)] "
        var lines = content(max(1, width - mark.utf8.count))
        if lines.isEmpty { lines = [DrawnLine(SafeText.line(action.label, limit: 60))] }
        return marked(lines, mark: mark, indent: mark.utf8.count)
    }
}
