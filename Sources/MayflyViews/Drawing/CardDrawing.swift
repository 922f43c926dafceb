import MayflyModel

/// Draws the blocks of a card into lines of at most a given width.
struct CardDrawing {
    let inputs: CardInputs
    let style: PresentationStyle
    /// Draws only as wide as the content is, to learn how much room a column needs.
    ///
    /// Columns inside are then not measured again: otherwise nested columns would double the work at each level.
    let isMeasuring: Bool
    /// The alignment of text that has none of its own: cells of a table have one.
    var alignment = CardText.Alignment.left
    /// The area of a picture of at most so many columns; nil where only its text is shown.
    var area: (CardPicture, _ columns: Int) -> PictureArea? = { _, _ in nil }
    let config = HostConfig.standard
    /// Shared by all copies of this drawing.
    var budget = DrawingBudget()

    /// The same drawing, which only measures.
    var measuring: CardDrawing {
        CardDrawing(inputs: inputs, style: style, isMeasuring: true, area: area, budget: budget)
    }

    /// What stands above the buttons.
    func body(of contents: CardContents, width: Int) -> [DrawnLine] {
        tappable(contents.selectAction, width: width) { lines(of: contents.body, width: $0) }
    }

    func lines(of elements: [CardElement], width: Int) -> [DrawnLine] {
        var lines: [DrawnLine] = []
        for element in elements where element.isVisible && budget.hasRoom(below: lines) {
            let drawn = self.lines(of: element.content, width: width)
            guard !drawn.isEmpty else { continue }
            if !lines.isEmpty {
                if element.hasSeparator {
                    lines.append(rule(width))
                } else if config.pixels(element.spacing) >= config.pixelsOfEmptyLine {
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
        case .images(let set):
            budget.stacked(set.images.filter(\.isVisible)) { lines(of: $0.image, set.size, width: width) }
        case .media(let media): lines(of: media, width: width)
        case .container(let container): lines(of: container, width: width)
        case .columns(let set): lines(of: set, width: width)
        case .table(let table): lines(of: table, width: width)
        case .actions(let actions): lines(of: actions, width: width)
        case .facts(let facts): lines(of: facts, width: width)
        case .input(let input): lines(of: input, width: width)
        }
    }

    func rule(_ width: Int) -> DrawnLine {
        let line = DrawnLine(String(repeating: "─", count: isMeasuring ? 1 : width))
        budget.use(bytes: line.bytes)
        return line
    }

    func lines(of container: CardContainer, width: Int) -> [DrawnLine] {
        tappable(container.selectAction, width: width) { lines(of: container.items, width: $0) }
    }

    /// - Parameter size: that of a picture without a size of its own.
    private func lines(of image: CardImage, _ size: CardImage.Size = .auto, width: Int) -> [DrawnLine] {
        let name = SafeText.line(image.altText ?? "")
        let text = name.isEmpty ? "[picture]" : "[picture: \(name)]"
        let columns = Self.columns(image.size == .auto ? size : image.size)
        return tappable(image.selectAction, width: width) {
            picture(image.picture, columns: min(columns, $0)) + wrapped(text, width: $0)
        }
    }

    private func picture(_ picture: CardPicture, columns: Int) -> [DrawnLine] {
        area(picture, columns).map { budget.lines(of: DrawnLine.lines(of: $0), \.self) } ?? []
    }

    /// How wide a picture may be.
    private static func columns(_ size: CardImage.Size) -> Int {
        switch size {
        case .small: 8
        case .medium: 16
        case .auto, .stretch, .large: 24
        }
    }

    /// A movie is not played: its formats are links.
    private func lines(of media: CardMedia, width: Int) -> [DrawnLine] {
        let name = SafeText.line(media.altText ?? "")
        let poster = media.poster.map { picture($0, columns: min(Self.columns(.auto), width)) } ?? []
        let title = wrapped(name.isEmpty ? "[movie]" : "[movie: \(name)]", width: width)
        let links = budget.stacked(media.sources) { source in
            tappable(source.link, width: width) { wrapped(SafeText.line(source.type ?? "movie"), width: $0) }
        }
        return poster + title + links
    }

    private func lines(of facts: [CardFact], width: Int) -> [DrawnLine] {
        let room = max(4, width / 3)
        let titles = facts.map { fact in
            fact.title.text.utf8.isEmpty ? DrawnLine() : line(of: fact.title).cut(to: room)
        }
        let column = (titles.map(\.width).max() ?? 0) + 2
        return budget.stacked(zip(titles, facts)) { title, fact in
            var value = fact.value
            value.wraps = true
            return beside(title.fitted(to: column), lines(of: value, width: max(1, width - column)))
        }
    }

    /// Lines beside what stands before the first.
    func beside(_ first: DrawnLine, _ lines: [DrawnLine]) -> [DrawnLine] {
        budget.lines(of: (lines.isEmpty ? [DrawnLine()] : lines).enumerated()) { index, line in
            guard index == 0 else { return line.indented(by: first.width) }
            var whole = first
            whole.append(line)
            return whole
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
