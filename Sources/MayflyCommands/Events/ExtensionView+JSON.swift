internal import MayflyBundles
internal import MayflyHost
internal import MayflyModel
internal import MayflyViews

extension JSONValue {
    /// What an extension shows: as text for people, and the controls for programs.
    static func members(of view: ExtensionView, style: PresentationStyle) -> [Member] {
        let lines = Member("lines", .texts(ViewText.lines(of: view, style: style)))
        return switch view {
        case .none: [Member("kind", .text("none"))]
        case .card(let card, let inputs):
            [
                Member("kind", .text("card")), lines, Member("controls", .list(card.controls.map { JSONValue($0) })),
                Member("inputs", .object(card.inputs.map { Member($0.id, .optional(inputs.value(of: $0.id))) })),
            ]
        case .stickers(let browser):
            [
                Member("kind", .text("stickers")), lines, Member("size", .text(browser.size.name)),
                Member("stickers", .list(browser.cells.enumerated().map { sticker($1, number: $0 + 1) })),
            ]
        }
    }

    private static func sticker(_ cell: Sticker?, number: Int) -> JSONValue {
        .object([
            "number": .number(number), "description": .optional(cell?.description),
            "file": cell.map { JSONValue($0.file) } ?? .null,
        ])
    }

    private init(_ control: Control) {
        let kind =
            switch control.kind {
            case .submit: "submit"
            case .textInput: "text"
            case .choice: "choice"
            case .toggle: "toggle"
            }
        self = .object([
            "number": .number(control.number), "id": .optional(control.id), "title": .text(control.title),
            "kind": .text(kind),
        ])
    }
}

extension StickerPack.GridSize {
    fileprivate var name: String {
        switch self {
        case .small: "small"
        case .regular: "regular"
        case .large: "large"
        }
    }
}
