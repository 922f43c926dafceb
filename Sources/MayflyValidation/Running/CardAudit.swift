internal import MayflyHost
internal import MayflyModel
internal import MayflyViews

/// What is to be said of a card for people who do not see it, or see it in another size.
struct CardAudit {
    /// Things without words, one line each.
    private(set) var silent: [String] = []

    private var seen: Set<String> = []

    init(_ card: Card) { add(card.contents) }

    private mutating func add(_ line: String) {
        if seen.insert(line).inserted { silent.append(line) }
    }

    private mutating func add(_ contents: CardContents) {
        for element in contents.body { add(element) }
        for action in contents.actions { add(action) }
    }

    private mutating func add(_ element: CardElement) {
        switch element.content {
        case .text, .facts: break
        case .image(let image): add(image)
        case .images(let set): for element in set.images { add(element.image) }
        case .media(let media):
            if Self.isBlank(media.altText) { add("a movie has no altText") }
        case .container(let container): add(container)
        case .columns(let set): for column in set.columns { add(column.content) }
        case .table(let table): for row in table.rows { for cell in row.cells { add(cell) } }
        case .actions(let actions): for action in actions { add(action) }
        case .input(let input): add(input)
        }
    }

    private mutating func add(_ container: CardContainer) {
        for item in container.items { add(item) }
    }

    private mutating func add(_ image: CardImage) {
        if Self.isBlank(image.altText) { add("a picture has no altText") }
    }

    private mutating func add(_ action: CardAction) {
        if Self.isBlank(action.title), Self.isBlank(action.tooltip) {
            add(
                "a button has no title\(action.id.map { ", the one with the id '\(SafeText.line($0, limit: 40))'" } ?? "")"
            )
        }
        if case .showCard(let shown) = action.kind { add(shown.contents) }
    }

    private mutating func add(_ input: CardInput) {
        guard Self.isBlank(input.label) else { return }
        switch input.kind {
        case .toggle(let toggle) where !Self.isBlank(toggle.title): return
        case .text(let text) where !Self.isBlank(text.placeholder): return
        default: add("the input '\(SafeText.line(input.id, limit: 40))' has no label")
        }
    }

    private static func isBlank(_ text: String?) -> Bool { text.map { !SafeText.isVisible($0) } ?? true }
}

extension ExtensionView {
    /// What is not drawn as the extension wrote it; empty where all is.
    var omissions: [String] {
        switch self {
        case .none: []
        case .card(let card, _): card.notes
        case .stickers(let browser):
            browser.cells.enumerated().filter { $1 == nil }.map { "the cell \($0.offset + 1) is empty" }
        }
    }

    /// What a terminal of so many columns shows of it cannot be read; empty where it can.
    func unreadable(width: Int, _ style: PresentationStyle) -> [String] {
        guard case .card(let card, let inputs) = self else { return [] }
        let drawing = CardPrinter(width: width, style: style).drawing(of: card, inputs: inputs)
        guard drawing.lines.contains(where: { SafeText.isVisible($0) }) else { return ["nothing of it can be seen"] }
        return drawing.isCut ? ["it is too long: lines of it are left out"] : []
    }

    var silent: [String] {
        guard case .card(let card, _) = self else { return [] }
        return CardAudit(card).silent
    }

    /// The ids that several controls have, which the extension cannot tell apart.
    var doubleIDs: [String] {
        guard case .card(let card, _) = self else { return [] }
        var counts: [String: Int] = [:]
        for control in card.controls {
            guard case .submit = control.kind, let id = control.id else { continue }
            counts[id, default: 0] += 1
        }
        return counts.filter { $1 > 1 }.keys.sorted()
    }
}
