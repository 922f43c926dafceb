/// Walks a card in drawing order and gives each thing that a person can use the next number, from 1.
struct ControlNumbering {
    private(set) var controls: [Control] = []
    private(set) var inputs: [CardInput] = []

    mutating func numbered(_ elements: [CardElement]) -> [CardElement] {
        elements.map { numbered($0, isShown: true) }
    }

    mutating func numbered(_ actions: [CardAction]) -> [CardAction] {
        actions.map { numbered($0, title: $0.label, isShown: true) }
    }

    private mutating func numbered(_ element: CardElement, isShown: Bool) -> CardElement {
        let isShown = isShown && element.isVisible
        var element = element
        switch element.content {
        case .text, .facts: break
        case .image(var image):
            image.selectAction = image.selectAction.map { action in
                numbered(action, title: action.title ?? image.altText ?? action.label, isShown: isShown)
            }
            element.content = .image(image)
        case .container(let container):
            element.content = .container(numbered(container, isShown: isShown))
        case .columns(let set):
            element.content = .columns(numbered(set, isShown: isShown))
        case .actions(let actions):
            element.content = .actions(actions.map { numbered($0, title: $0.label, isShown: isShown) })
        case .input(let input):
            element.content = .input(numbered(input, isShown: isShown))
        }
        return element
    }

    private mutating func numbered(_ container: CardContainer, isShown: Bool) -> CardContainer {
        var container = container
        // The block's own number is drawn at its first line, so it comes before those of its items.
        container.selectAction = container.selectAction.map { action in
            let title = action.title ?? CardContainer.firstText(of: container.items) ?? action.label
            return numbered(action, title: title, isShown: isShown)
        }
        container.items = container.items.map { numbered($0, isShown: isShown) }
        return container
    }

    private mutating func numbered(_ set: CardColumnSet, isShown: Bool) -> CardColumnSet {
        var set = set
        set.selectAction = set.selectAction.map { action in
            let items = set.columns.filter(\.isVisible).flatMap(\.content.items)
            let title = action.title ?? CardContainer.firstText(of: items) ?? action.label
            return numbered(action, title: title, isShown: isShown)
        }
        for index in set.columns.indices {
            let column = set.columns[index]
            set.columns[index].content = numbered(column.content, isShown: isShown && column.isVisible)
        }
        return set
    }

    private mutating func numbered(_ action: CardAction, title: String, isShown: Bool) -> CardAction {
        guard isShown, action.isEnabled else { return action }
        var action = action
        action.number = controls.count + 1
        add(id: action.id, title: title, kind: .submit(action))
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
            text.number = controls.count + 1
            add(id: input.id, title: input.label ?? text.placeholder ?? input.id, kind: .textInput(id: input.id))
            return .text(text)
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

    private mutating func add(id: String?, title: String, kind: Control.Kind) {
        controls.append(Control(number: controls.count + 1, id: id, title: title, kind: kind))
    }
}
