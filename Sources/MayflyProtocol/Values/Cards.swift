internal import MayflyModel
internal import MayflyViews

extension Shapes {
    /// What a card shows, from the card's own values: blocks that are not visible, and cards that no button shows, are left out.
    static let card: Shape<CardContents> = .object(
        "Card",
        "What a card shows now, from top to bottom: its body, and the buttons below it. Numbers are those of 'controls'.",
        [
            Field("body", visibleElements, "The blocks.") { $0.body },
            Field("actions", cardAction.list, "The buttons.") { $0.actions },
            .sometimes("select_action", cardAction, "What a tap anywhere on the card does.") { $0.selectAction },
            .sometimes("speak", .text, "What a screen reader says in place of the card.") { $0.spokenText },
            .sometimes("lang", .text, "The language of the texts (BCP 47).") { $0.language },
        ] + surfaceFields.map { $0.of { (contents: CardContents) in contents.surface } }
    )

    /// A card inside of another one: its schema is that of `card`.
    private static let innerCard: Shape<CardContents> = .reference("Card") { card }

    /// The same, with the schemas that it refers to.
    static let cardSchema = Schema(
        card.schema.value,
        named: card.schema.named.merging(cardElement.schema.named) { first, _ in first }
    )

    static let visibleElements: Shape<[CardElement]> = Shape<CardElement>.reference("CardElement") { cardElement }.list
        .of {
            $0.filter(\.isVisible)
        }

    // MARK: Styles

    static let alignment = Shape<CardText.Alignment>.name

    private static let surfaceFields: [Field<CardSurface>] = [
        .sometimes("style", Shape<CardContainerStyle>.name, "The role of the background.") { $0.style },
        .sometimes("background", background, "A picture behind the blocks.") {
            $0.background.flatMap { $0.picture.isShown ? $0 : nil }
        },
        .sometimes("min_height", Shape<Int>.integer, "The least height in pixels.") { $0.minimumHeight },
        .sometimes("vertical_alignment", Shape<CardVerticalAlignment>.name, "Where the blocks stand in a taller place.")
        {
            $0.verticalAlignment
        },
        .sometimes("bleed", .flag, "True where the background reaches through the padding around it.") {
            $0.bleeds ? true : nil
        },
        .sometimes("rtl", .flag, "Whether the blocks run from right to left; without it, as what is around.") {
            $0.isRightToLeft
        },
    ]

    private static let background = Shape<CardBackground>.object(
        "CardBackground",
        "A picture behind blocks.",
        [
            Field("picture", .text, "The name of the picture, for 'window.picture'.") { $0.picture.name },
            Field("fill", Shape<CardBackground.FillMode>.name, "How it fills the block.") { $0.fillMode },
            Field("alignment", alignment, "Where it stands from left to right.") { $0.horizontalAlignment },
            Field("vertical_alignment", Shape<CardVerticalAlignment>.name, "Where it stands from top to bottom.") {
                $0.verticalAlignment
            },
        ]
    )

    static func surface<Root>(_ surface: @escaping @Sendable (Root) -> CardSurface) -> [Field<Root>] {
        surfaceFields.map { $0.of(surface) }
    }

    // MARK: Actions

    static let cardAction: Shape<CardAction> = .object(
        "CardAction",
        "A button, or what a tap on a block does.",
        [
            Field("kind", .choice(["submit", "link", "show_card", "toggle"]), "What a tap on it does.") {
                switch $0.kind {
                case .submit, .execute: "submit"
                case .openURL: "link"
                case .showCard: "show_card"
                case .toggleVisibility: "toggle"
                }
            },
            .sometimes("number", Shape<Int>.integer, "The number of its control; left out where it cannot be used.") {
                $0.number
            },
            Field("title", .text, "The words on it.") { $0.label },
            .sometimes("style", Shape<CardAction.Style>.name, "How it is emphasised.") {
                $0.style == .default ? nil : $0.style
            },
            .sometimes("tooltip", .text, "More words about it.") { $0.tooltip },
            .sometimes("icon", .text, "The name of its picture, for 'window.picture'.") {
                $0.icon.flatMap { $0.isShown ? $0.name : nil }
            },
            .sometimes("icon_only", .flag, "True where it has no words of its own.") {
                $0.icon?.isShown == true && ($0.title ?? "").isEmpty ? true : nil
            },
            .sometimes("menu", .flag, "True where it belongs into a menu.") { $0.isSecondary ? true : nil },
            .sometimes("url", .text, "The address of a link. The person is asked before it is opened.") {
                if case .openURL(let url) = $0.kind { url } else { nil }
            },
            .sometimes("open", .flag, "Whether the card of a 'show_card' is shown.") {
                if case .showCard(let shown) = $0.kind { shown.isOpen } else { nil }
            },
            .sometimes("card", innerCard, "The card that is shown.") {
                if case .showCard(let shown) = $0.kind, shown.isOpen { shown.contents } else { nil }
            },
            .sometimes("targets", Shape<String>.text.list, "The ids of the blocks that a 'toggle' shows and hides.") {
                if case .toggleVisibility(let targets) = $0.kind { targets.map(\.id) } else { nil }
            },
        ]
    )

    // MARK: Text

    static let textFields: [Field<CardText>] = [
        Field("paragraphs", paragraph.list, "The paragraphs and the items of lists.") { $0.paragraphs },
        .sometimes("alignment", alignment, "Where it stands from left to right.") { $0.alignment },
        .sometimes("wrap", .flag, "True where long lines are wrapped.") { $0.wraps ? true : nil },
        .sometimes("max_lines", Shape<Int>.integer, "How many lines are drawn at most.") { $0.maxLines },
        .sometimes("heading", .flag, "True for a heading.") { $0.isHeading ? true : nil },
    ]

    static let cardText = Shape<CardText>.object("CardText", "A text.", textFields)

    private static let paragraph = Shape<CardParagraph>.object(
        "CardParagraph",
        "A paragraph, or an item of a list.",
        [
            .sometimes("bullet", .flag, "True for an item of a list without numbers.") {
                $0.marker == .bullet ? true : nil
            },
            .sometimes("item", Shape<Int>.integer, "The number of an item of a list with numbers.") {
                if case .number(let number) = $0.marker { number } else { nil }
            },
            Field("spans", span.list, "The pieces, each with one style.") { $0.spans },
        ]
    )

    private static let span = Shape<CardSpan>.object(
        "CardSpan",
        "A piece of text with one style.",
        [
            Field("text", .text, "The words, with line breaks.") { $0.text },
            .sometimes(
                "moment",
                .moment,
                "The moment that the words tell, for the language and the zone of the reader."
            ) {
                $0.moment?.time
            },
            .sometimes("format", Shape<CardMoment.Format>.name, "How much of the moment is told.") {
                $0.moment?.format
            },
            .sometimes("size", Shape<CardText.Size>.name, "The size of the font.") {
                $0.style.size == .default ? nil : $0.style.size
            },
            .sometimes("weight", Shape<CardText.Weight>.name, "The weight of the font.") {
                $0.style.weight == .default ? nil : $0.style.weight
            },
            .sometimes("color", Shape<CardText.Color>.name, "The role of the text.") {
                $0.style.color == .default ? nil : $0.style.color
            },
            style("subtle", "True where it is less prominent.", \.isSubtle),
            style("monospace", "True where all characters have the same width.", \.isMonospaced),
            style("italic", "True where it is slanted.", \.isItalic),
            style("underline", "True where a line is below it.", \.isUnderlined),
            style("strikethrough", "True where a line goes through it.", \.isStruckThrough),
            style("highlight", "True where its background has another colour.", \.isHighlighted),
            .sometimes("action", cardAction, "What a tap on it does.") { $0.action },
        ]
    )

    private static func style(
        _ name: String,
        _ text: String,
        _ member: any KeyPath<CardTextStyle, Bool> & Sendable
    ) -> Field<CardSpan> {
        .sometimes(name, .flag, text) { $0.style[keyPath: member] ? true : nil }
    }
}
