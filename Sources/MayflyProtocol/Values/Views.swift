internal import MayflyBundles
package import MayflyHost
package import MayflyModel
internal import MayflyViews

extension Shapes {
    /// What an extension shows, with its style.
    package typealias View = (style: PresentationStyle, view: ExtensionView)

    /// What an extension shows.
    package static let view = Shape<View>.object("View", "What an extension shows.", viewFields)

    static let viewFields: [Field<View>] = [
        Field("style", .choice(["compact", "expanded"]), "The style.") { (view: View) in view.style.name },
        Field("kind", .choice(["none", "card", "stickers"]), "Of what kind the view is.") {
            switch $0.view {
            case .none: "none"
            case .card: "card"
            case .stickers: "stickers"
            }
        },
        .sometimes(
            "lines",
            Shape<String>.text.list,
            "The view as text for a person.",
            named: { view, names in
                if case .none = view.view {
                    nil
                } else {
                    names.lines(of: view.view, style: view.style)
                }
            }
        ),
        .sometimes(
            "card",
            Shape<JSONValue>(cardSchema) { value, _ in value },
            "The card, for a client that draws it; left out where it is too large, and 'lines' is what there is.",
            named: { view, names in
                guard case .card(let drawn, _) = view.view else { return nil }
                let json = card.json(drawn.contents, names)
                return names.hasRoom(for: json) ? json : nil
            }
        ),
        .sometimes("controls", control.list(keeping: .first), "What a person can use of a card.") {
            if case .card(let card, _) = $0.view { card.controls } else { nil }
        },
        .sometimes(
            "inputs",
            inputs,
            "The value of each input of a card by its id; null for one without a value. The last are left out where there is no room.",
            named: { view, names in
                guard case .card(let card, let inputs) = view.view else { return nil }
                return names.first(of: card.inputs) { JSONValue.Member($0.id, .optional(inputs.value(of: $0.id))) }
            }
        ),
        .sometimes(
            "problems",
            problems,
            "What is wrong with inputs that a tap could not submit, by their ids; left out where nothing is.",
            named: { view, names in
                guard case .card(let card, let inputs) = view.view else { return nil }
                let wrong = card.inputs.filter { inputs.problem(of: $0.id) != nil }
                guard !wrong.isEmpty else { return nil }
                return names.first(of: wrong) {
                    JSONValue.Member($0.id, .text(names.caption(inputs.problem(of: $0.id) ?? "")))
                }
            }
        ),
        .sometimes("size", .choice(["small", "regular", "large"]), "The size of the stickers of a browser.") {
            guard case .stickers(let browser) = $0.view else { return nil }
            return switch browser.size {
            case .small: "small"
            case .regular: "regular"
            case .large: "large"
            }
        },
        .sometimes("stickers", cell.list(keeping: .first), "The stickers of a browser.") {
            guard case .stickers(let browser) = $0.view else { return nil }
            return browser.cells.enumerated().map { ($0 + 1, $1) }
        },
        // Nothing is too large here: who writes lines of a limited length leaves out the rest.
        .sometimes(
            "omitted",
            .integer,
            "How many bytes the view has that is too large to be told: only its style and its kind are."
        ) { (_: View) -> Int? in nil },
    ]

    /// A view, or the event of one, of which only that is told: it has so many bytes.
    package static func omitting(_ view: JSONValue, bytes: Int) -> JSONValue {
        guard case .object(let members) = view else { return view }
        let kept = members.filter { member in
            ["number", "event", "extension", "style", "kind"].contains(where: member.name.hasSameBytes)
        }
        return .object(kept + [JSONValue.Member("omitted", .number(bytes))])
    }

    private static let inputs = Shape<JSONValue>(
        Schema(
            .object(["type": .text("object"), "additionalProperties": .object(["type": .texts(["string", "null"])])])
        )
    ) { value, _ in value }

    private static let problems = Shape<JSONValue>(
        Schema(.object(["type": .text("object"), "additionalProperties": .object(["type": .text("string")])]))
    ) { value, _ in value }

    private typealias Cell = (number: Int, sticker: Sticker?)

    private static let cell = Shape<Cell>.object(
        "StickerCell",
        "A place of a sticker browser.",
        [
            Field("number", .integer, "The number of the place, from 1.") { $0.number },
            Field("description", Shape<String>.text.nullable, "What a screen reader says; null for an empty place.") {
                $0.sticker?.description
            },
            Field("file", mediaFile.nullable, "The picture; null for an empty place.") { $0.sticker?.file },
        ]
    )

    private static let control = Shape<Control>.object(
        "Control",
        "A control of a card.",
        [
            Field("number", .integer, "Its number, from 1.") { $0.number },
            Field("id", Shape<String>.text.nullable, "The id that the extension gave it.") { $0.id },
            Field("title", .text, "What a person reads, or its beginning.", named: { $1.label($0.title) }),
            Field(
                "kind",
                .choice(["submit", "text", "choice", "toggle", "link", "showCard", "toggleVisibility"]),
                "What a tap on it does."
            ) {
                switch $0.kind {
                case .submit: "submit"
                case .link: "link"
                case .showCard: "showCard"
                case .toggleVisibility: "toggleVisibility"
                case .textInput: "text"
                case .choice: "choice"
                case .toggle: "toggle"
                }
            },
        ]
    )
}
