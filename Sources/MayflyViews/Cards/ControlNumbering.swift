/// Walks a card in drawing order, and gives each block its present visibility and each thing that a person can use the next number,
/// from 1.
struct ControlNumbering {
    private let state: CardState
    private(set) var controls: [Control] = []
    private(set) var inputs: [CardInput] = []
    /// The present visibility of each block that has an id; that of the first block of an id.
    private(set) var visibility: [[UInt8]: Bool] = [:]

    init(_ state: CardState) { self.state = state }

    mutating func numbered(_ contents: CardContents, isShown: Bool) -> CardContents {
        var contents = contents
        contents.selectAction = contents.selectAction.map { action in
            numbered(action, title: action.name(CardContainer.firstText(of: contents.body)), isShown: isShown)
        }
        contents.body = contents.body.map { numbered($0, isShown: isShown) }
        contents.actions = numbered(contents.actions, isShown: isShown)
        return contents
    }

    private mutating func isVisible(_ id: String?, _ written: Bool) -> Bool {
        let isVisible = state.isVisible(id, otherwise: written)
        if let id, case let bytes = Array(id.utf8), visibility[bytes] == nil { visibility[bytes] = isVisible }
        return isVisible
    }

    private mutating func numbered(_ element: CardElement, isShown: Bool) -> CardElement {
        var element = element
        element.isVisible = isVisible(element.id, element.isVisible)
        let isShown = isShown && element.isVisible
        switch element.content {
        case .text(let text): element.content = .text(numbered(text, isShown: isShown))
        case .image(let image): element.content = .image(numbered(image, isShown: isShown))
        case .images(let set): element.content = .images(numbered(set, isShown: isShown))
        case .media(let media): element.content = .media(numbered(media, isShown: isShown))
        case .container(let container): element.content = .container(numbered(container, isShown: isShown))
        case .columns(let set): element.content = .columns(numbered(set, isShown: isShown))
        case .table(let table): element.content = .table(numbered(table, isShown: isShown))
        case .actions(let actions): element.content = .actions(numbered(actions, isShown: isShown))
        case .facts(let facts): element.content = .facts(facts.map { numbered($0, isShown: isShown) })
        case .input(let input): element.content = .input(numbered(input, isShown: isShown))
        }
        return element
    }

    // MARK: Text and pictures

    private mutating func numbered(_ text: CardText, isShown: Bool) -> CardText {
        var text = text
        for (index, paragraph) in text.paragraphs.enumerated() where paragraph.hasActions {
            text.paragraphs[index].spans = paragraph.spans.map { span in
                var span = span
                span.action = span.action.map { numbered($0, title: $0.name(span.text), isShown: isShown) }
                return span
            }
        }
        return text
    }

    private mutating func numbered(_ fact: CardFact, isShown: Bool) -> CardFact {
        CardFact(title: numbered(fact.title, isShown: isShown), value: numbered(fact.value, isShown: isShown))
    }

    private mutating func numbered(_ image: CardImage, isShown: Bool) -> CardImage {
        var image = image
        image.selectAction = image.selectAction.map { numbered($0, title: $0.name(image.altText), isShown: isShown) }
        return image
    }

    private mutating func numbered(_ set: CardImageSet, isShown: Bool) -> CardImageSet {
        var set = set
        set.images = set.images.map { element in
            var element = element
            element.isVisible = isVisible(element.id, element.isVisible)
            element.image = numbered(element.image, isShown: isShown && element.isVisible)
            return element
        }
        return set
    }

    private mutating func numbered(_ media: CardMedia, isShown: Bool) -> CardMedia {
        var media = media
        media.sources = media.sources.map { source in
            var source = source
            source.link = source.link.map { numbered($0, title: $0.name(media.altText), isShown: isShown) }
            return source
        }
        return media
    }

    // MARK: Groups of blocks

    private mutating func numbered(_ container: CardContainer, isShown: Bool) -> CardContainer {
        var container = container
        // The block's own number is drawn at its first line, so it comes before those of its items.
        container.selectAction = container.selectAction.map { action in
            numbered(action, title: action.name(CardContainer.firstText(of: container.items)), isShown: isShown)
        }
        container.items = container.items.map { numbered($0, isShown: isShown) }
        return container
    }

    private mutating func numbered(_ set: CardColumnSet, isShown: Bool) -> CardColumnSet {
        var set = set
        for index in set.columns.indices {
            set.columns[index].isVisible = isVisible(set.columns[index].id, set.columns[index].isVisible)
        }
        set.selectAction = set.selectAction.map { action in
            let items = set.columns.filter(\.isVisible).flatMap(\.content.items)
            return numbered(action, title: action.name(CardContainer.firstText(of: items)), isShown: isShown)
        }
        for (index, column) in set.columns.enumerated() {
            set.columns[index].content = numbered(column.content, isShown: isShown && column.isVisible)
        }
        return set
    }

    private mutating func numbered(_ table: CardTable, isShown: Bool) -> CardTable {
        var table = table
        for index in table.rows.indices {
            table.rows[index].cells = table.rows[index].cells.map { numbered($0, isShown: isShown) }
        }
        return table
    }

    // MARK: Actions and inputs

    /// The cards that they show are drawn below them.
    private mutating func numbered(_ actions: [CardAction], isShown: Bool) -> [CardAction] {
        var actions = actions.map { numbered($0, title: $0.label, isShown: isShown) }
        for (index, action) in actions.enumerated() {
            guard case .showCard(var shown) = action.kind else { continue }
            shown.contents = numbered(shown.contents, isShown: isShown && shown.isOpen)
            actions[index].kind = .showCard(shown)
        }
        return actions
    }

    private mutating func numbered(_ action: CardAction, title: String, isShown: Bool) -> CardAction {
        var action = action
        if case .showCard(var shown) = action.kind {
            shown.isOpen = state.open[shown.group] == shown.number
            action.kind = .showCard(shown)
        }
        guard isShown, action.isEnabled else { return action }
        action.number = controls.count + 1
        let kind: Control.Kind =
            switch action.kind {
            case .submit, .execute: .submit(action)
            case .openURL(let url): .link(url)
            case .showCard(let shown): .showCard(shown)
            case .toggleVisibility(let targets): .toggleVisibility(targets)
            }
        add(id: action.id, title: title, kind: kind)
        return action
    }

    private mutating func numbered(_ input: CardInput, isShown: Bool) -> CardInput {
        var input = input
        input.isShown = isShown
        if isShown { input.kind = numberedKind(of: input) }
        inputs.append(input)
        return input
    }

    private mutating func numberedKind(of input: CardInput) -> CardInput.Kind {
        switch input.kind {
        case .text(var text):
            text.number = field(input, text.placeholder)
            text.action = text.action.map { numbered($0, title: $0.label, isShown: true) }
            return .text(text)
        case .number(let range): return .number(numbered(range, of: input))
        case .date(let range): return .date(numbered(range, of: input))
        case .time(let range): return .time(numbered(range, of: input))
        case .toggle(var toggle):
            toggle.number = controls.count + 1
            add(id: input.id, title: toggle.title, kind: .toggle(id: input.id))
            return .toggle(toggle)
        case .choices(var set):
            for index in set.choices.indices {
                let choice = set.choices[index]
                set.choices[index].number = controls.count + 1
                add(
                    id: "\(input.id)=\(choice.value)",
                    title: choice.title,
                    kind: .choice(inputID: input.id, value: choice.value)
                )
            }
            return .choices(set)
        }
    }

    private mutating func numbered(_ range: CardRangeInput, of input: CardInput) -> CardRangeInput {
        var range = range
        range.number = field(input, range.placeholder)
        return range
    }

    private mutating func field(_ input: CardInput, _ placeholder: String?) -> Int {
        add(id: input.id, title: input.label ?? placeholder ?? input.id, kind: .textInput(id: input.id))
        return controls.count
    }

    private mutating func add(id: String?, title: String, kind: Control.Kind) {
        controls.append(Control(number: controls.count + 1, id: id, title: title, kind: kind))
    }
}

extension CardAction {
    /// What the thing is called that a tap on does this.
    fileprivate func name(_ words: String?) -> String { title ?? words ?? label }
}

extension CardParagraph {
    fileprivate var hasActions: Bool { spans.contains { $0.action != nil } }
}
