internal import MayflyModel
internal import MayflyViews

extension Shapes {
    /// A block of a card.
    static let cardElement: Shape<CardElement> = .variants(
        "CardElement",
        "A block of a card; 'type' says which.",
        by: "type",
        after: [
            .sometimes("id", .text, "The extension's own name for it.") { $0.id },
            .sometimes("separator", .flag, "True where a rule is above it.") { $0.hasSeparator ? true : nil },
            .sometimes("spacing", Shape<CardSpacing>.name, "The distance to the block above.") {
                $0.spacing == .default ? nil : $0.spacing
            },
            .sometimes("stretch", .flag, "True where it takes the height that the others leave.") {
                $0.fillsHeight ? true : nil
            },
        ],
        blocks + inputs
    )

    private static let blocks: [Variant<CardElement>] = [
        Variant("text", "Text.", textFields) { if case .text(let text) = $0.content { text } else { nil } },
        Variant("image", "A picture.", imageFields) { if case .image(let image) = $0.content { image } else { nil } },
        Variant(
            "images",
            "Pictures beside each other.",
            [
                Field("size", Shape<CardImage.Size>.name, "How large each is.") { (set: CardImageSet) in set.size },
                Field("images", image.list, "The pictures.") { $0.images.filter(\.isVisible).map(\.image) },
            ]
        ) { if case .images(let set) = $0.content { set } else { nil } },
        Variant(
            "media",
            "A movie or a sound. It is not played: its formats may be links.",
            [
                .sometimes("poster", .text, "The name of its picture, for 'window.picture'.") { (media: CardMedia) in
                    media.poster.flatMap { $0.isShown ? $0.name : nil }
                },
                .sometimes("alt", .text, "What it shows.") { $0.altText },
                Field("sources", source.list, "The formats, the preferred first.") { $0.sources },
            ]
        ) { if case .media(let media) = $0.content { media } else { nil } },
        Variant("container", "Blocks from top to bottom.", containerFields) {
            if case .container(let container) = $0.content { container } else { nil }
        },
        Variant(
            "columns",
            "Columns beside each other.",
            [
                Field("columns", column.list, "The columns.") { (set: CardColumnSet) in set.columns.filter(\.isVisible)
                },
                .sometimes("alignment", alignment, "Where they stand in a wider place.") {
                    $0.alignment == .left ? nil : $0.alignment
                },
                .sometimes("select_action", cardAction, "What a tap anywhere on them does.") { $0.selectAction },
            ] + surface(\.surface)
        ) { if case .columns(let set) = $0.content { set } else { nil } },
        Variant("table", "Rows of cells.", tableFields) {
            if case .table(let table) = $0.content { table } else { nil }
        },
        Variant(
            "actions",
            "Buttons.",
            [Field("actions", cardAction.list, "The buttons.") { (actions: [CardAction]) in actions }]
        ) { if case .actions(let actions) = $0.content { actions } else { nil } },
        Variant(
            "facts",
            "Names with values.",
            [Field("facts", fact.list, "The rows.") { (facts: [CardFact]) in facts }]
        ) { if case .facts(let facts) = $0.content { facts } else { nil } },
    ]

    private static let fact = Shape<CardFact>.object(
        "CardFact",
        "A name with its value.",
        [
            Field("title", cardText, "The name.") { $0.title },
            Field("value", cardText, "The value.") { $0.value },
        ]
    )

    // MARK: Pictures

    private static let imageFields: [Field<CardImage>] = [
        .sometimes("picture", .text, "Its name, for 'window.picture'; left out where the host cannot give it.") {
            $0.picture.isShown ? $0.picture.name : nil
        },
        .sometimes("alt", .text, "What it shows.") { $0.altText },
        Field("size", Shape<CardImage.Size>.name, "How large it is, where it has no width or height.") { $0.size },
        .sometimes("width", Shape<Int>.integer, "In pixels.") { $0.width },
        .sometimes("height", Shape<Int>.integer, "In pixels.") { $0.height },
        .sometimes("person", .flag, "True for the picture of a person, which is round.") { $0.isPerson ? true : nil },
        .sometimes("alignment", alignment, "Where it stands from left to right.") { $0.alignment },
        .sometimes("background_color", .text, "Behind transparent parts: '#RRGGBB' or '#AARRGGBB'.") {
            $0.backgroundColor
        },
        .sometimes(
            "select_action",
            cardAction,
            "What a tap on it does. A picture of the web is not fetched: this is a link to it."
        ) { $0.selectAction },
    ]

    private static let image = Shape<CardImage>.object("CardImage", "A picture of a set.", imageFields)

    private static let source = Shape<CardMedia.Source>.object(
        "CardMediaSource",
        "A format of a movie.",
        [
            .sometimes("mime_type", .text, "Such as 'video/mp4'.") { $0.type },
            .sometimes("link", cardAction, "Opens it.") { $0.link },
        ]
    )

    // MARK: Groups

    private static let containerFields: [Field<CardContainer>] =
        [
            Field("items", visibleElements, "The blocks.") { (container: CardContainer) in container.items },
            .sometimes("select_action", cardAction, "What a tap anywhere on them does.") { $0.selectAction },
        ] + surface(\.surface)

    private static let widthFields: [Field<CardColumn.Width>] = [
        Field("width", .choice(["auto", "stretch", "weight", "pixels"]), "How it shares the width.") {
            switch $0 {
            case .auto: "auto"
            case .stretch: "stretch"
            case .weight: "weight"
            case .pixels: "pixels"
            }
        },
        .sometimes("width_value", .number, "The weight, or the number of pixels.") {
            switch $0 {
            case .auto, .stretch: nil
            case .weight(let weight): weight
            case .pixels(let pixels): Double(pixels)
            }
        },
    ]

    private static let column = Shape<CardColumn>.object(
        "CardColumn",
        "A column.",
        widthFields.map { $0.of { (column: CardColumn) in column.width } } + [
            .sometimes("id", .text, "The extension's own name for it.") { $0.id },
            .sometimes("separator", .flag, "True where a rule is before it.") { $0.hasSeparator ? true : nil },
            .sometimes("spacing", Shape<CardSpacing>.name, "The distance to the column before it.") {
                $0.spacing == .default ? nil : $0.spacing
            },
        ] + containerFields.map { $0.of { $0.content } }
    )

    private static let tableFields: [Field<CardTable>] =
        [
            Field("columns", tableColumn.list, "The columns.") { (table: CardTable) in table.columns },
            Field("rows", tableRow.list, "The rows.") { $0.rows },
            Field("headers", .flag, "Whether the first row names the columns.") { $0.hasHeaders },
            Field("grid", .flag, "Whether lines are between the cells.") { $0.showsGrid },
            .sometimes("grid_style", Shape<CardContainerStyle>.name, "The role of the lines.") {
                $0.gridStyle == .default ? nil : $0.gridStyle
            },
        ] + cellFields.map { $0.of { $0.alignment } }

    private static let cellFields: [Field<CardTable.Alignment>] = [
        .sometimes("cell_alignment", alignment, "Where cells stand from left to right.") { $0.horizontal },
        .sometimes(
            "cell_vertical_alignment",
            Shape<CardVerticalAlignment>.name,
            "Where cells stand from top to bottom."
        ) {
            $0.vertical
        },
    ]

    private static let tableColumn = Shape<CardTable.Column>.object(
        "CardTableColumn",
        "A column of a table.",
        widthFields.map { $0.of { (column: CardTable.Column) in column.width } }
            + cellFields.map { $0.of { $0.alignment } }
    )

    private static let tableRow = Shape<CardTable.Row>.object(
        "CardTableRow",
        "A row of a table.",
        [
            Field("cells", cell.list, "The cells.") { (row: CardTable.Row) in row.cells },
            .sometimes("style", Shape<CardContainerStyle>.name, "The role of the background.") { $0.style },
        ] + cellFields.map { $0.of { $0.alignment } }
    )

    private static let cell = Shape<CardContainer>.object("CardCell", "A cell of a table.", containerFields)

    // MARK: Inputs

    private static let inputs: [Variant<CardElement>] = [
        input("text_input", "A field to type into.", textInputFields) {
            if case .text(let text) = $0 { text } else { nil }
        },
        input("number_input", "A field for a number.", rangeFields) {
            if case .number(let range) = $0 { range } else { nil }
        },
        input("date_input", "A field for a date, such as '2026-05-31'.", rangeFields) {
            if case .date(let range) = $0 { range } else { nil }
        },
        input("time_input", "A field for a time, such as '18:30'.", rangeFields) {
            if case .time(let range) = $0 { range } else { nil }
        },
        input(
            "toggle",
            "A switch.",
            [
                number { (toggle: CardToggle) in toggle.number },
                Field("title", .text, "The words beside it.") { $0.title },
                Field("value_on", .text, "Its value while it is on.") { $0.valueOn },
                Field("value_off", .text, "Its value while it is off.") { $0.valueOff },
                .sometimes("wrap", .flag, "True where long words are wrapped.") { $0.wraps ? true : nil },
            ]
        ) { if case .toggle(let toggle) = $0 { toggle } else { nil } },
        input(
            "choices",
            "Choices, of which one or several are taken.",
            [
                Field("choices", choice.list, "The choices.") { (set: CardChoiceSet) in set.choices },
                Field("style", Shape<CardChoiceSet.Style>.name, "How much room they take.") { $0.style },
                .sometimes("multiple", .flag, "True where several may be taken. Commas are between their values.") {
                    $0.isMultiSelect ? true : nil
                },
                .sometimes("placeholder", .text, "What is shown while none is taken.") { $0.placeholder },
                .sometimes("wrap", .flag, "True where long words are wrapped.") { $0.wraps ? true : nil },
            ]
        ) { if case .choices(let set) = $0 { set } else { nil } },
    ]

    /// A kind of input: what all inputs have, and its own members.
    private static func input<Payload>(
        _ tag: String,
        _ text: String,
        _ fields: [Field<Payload>],
        _ payload: @escaping @Sendable (CardInput.Kind) -> Payload?
    ) -> Variant<CardElement> {
        Variant(tag, text, fields) { element in
            if case .input(let input) = element.content { payload(input.kind) } else { nil }
        }.between(
            [
                Field("input", .text, "The id of the input.") { (input: CardInput) in input.id },
                .sometimes("label", .text, "The words before it.") { $0.label },
                .sometimes("required", .flag, "True where a value is needed.") { $0.isRequired ? true : nil },
            ],
            []
        ) { if case .input(let input) = $0.content { input } else { nil } }
    }

    private static func number<Root>(_ number: @escaping @Sendable (Root) -> Int?) -> Field<Root> {
        .sometimes("number", Shape<Int>.integer, "The number of its control.", number)
    }

    private static let textInputFields: [Field<CardTextInput>] = [
        number { $0.number },
        .sometimes("placeholder", .text, "What is shown while it is empty.") { $0.placeholder },
        .sometimes("multiline", .flag, "True where it takes line breaks.") { $0.isMultiline ? true : nil },
        .sometimes("max_length", Shape<Int>.integer, "How many characters it takes.") { $0.maxLength },
        .sometimes("style", Shape<CardTextInput.Style>.name, "What sort of text it takes.") {
            $0.style == .text ? nil : $0.style
        },
        .sometimes("action", cardAction, "A button beside it.") { $0.action },
    ]

    private static let rangeFields: [Field<CardRangeInput>] = [
        number { $0.number },
        .sometimes("placeholder", .text, "What is shown while it is empty.") { $0.placeholder },
        .sometimes("min", .text, "The least value.") { $0.minimum },
        .sometimes("max", .text, "The greatest value.") { $0.maximum },
    ]

    private static let choice = Shape<CardChoiceSet.Choice>.object(
        "CardChoice",
        "A choice.",
        [
            number { $0.number },
            Field("title", .text, "The words beside it.") { $0.title },
            Field("value", .text, "Its value.") { $0.value },
        ]
    )
}
