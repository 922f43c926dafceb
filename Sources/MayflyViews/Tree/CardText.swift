/// Text: a `TextBlock` with its Markdown, or a `RichTextBlock`.
public struct CardText: Sendable, Equatable {
    /// The size relative to other text of the card; a terminal shows the two largest in bold.
    public enum Size: String, Sendable, CaseIterable {
        /// The values of `TextBlock.size`; the host maps them to fonts.
        case `default`, small, medium, large, extraLarge
    }

    /// The weight of the font; a terminal shows `lighter` as dim text.
    public enum Weight: String, Sendable, CaseIterable {
        /// The values of `TextBlock.weight`.
        case `default`, lighter, bolder
    }

    /// The role of the text; the host chooses the colour of each.
    public enum Color: String, Sendable, CaseIterable {
        /// The values of `TextBlock.color`.
        case `default`, dark, light, accent, good, warning, attention
    }

    /// The alignment within the width that the layout gives to the text.
    public enum Alignment: String, Sendable, CaseIterable {
        /// The values of `TextBlock.horizontalAlignment`, for text that runs from left to right.
        case left, center, right
    }

    /// The paragraphs and items of lists, from top to bottom.
    public internal(set) var paragraphs: [CardParagraph]
    /// The alignment; nil for that of the block around it.
    public var alignment: Alignment?
    /// Whether a long line is wrapped; if not, it is cut.
    public var wraps = false
    /// The maximum number of drawn lines; nil for all.
    public var maxLines: Int?
    /// Whether the text is a heading.
    public var isHeading = false

    init(_ paragraphs: [CardParagraph]) {
        self.paragraphs = paragraphs
    }

    /// The words without their style, a line for each paragraph. Untrusted.
    public var text: String { paragraphs.map(\.text).joined(separator: "\n") }
}

/// A paragraph of a text, or an item of a list.
public struct CardParagraph: Sendable, Equatable {
    /// What stands before an item of a list.
    public enum Marker: Sendable, Equatable {
        /// An item of a list without numbers.
        case bullet
        /// An item of a list with numbers.
        case number(Int)
    }

    /// What stands before an item of a list; nil for a paragraph.
    public let marker: Marker?
    /// The pieces, which may have line breaks.
    public internal(set) var spans: [CardSpan]

    /// The words without their style.
    public var text: String {
        let words = spans.map(\.text).joined()
        return switch marker {
        case nil: words
        case .bullet: "• " + words
        case .number(let number): "\(number). " + words
        }
    }
}

/// A piece of text with one style.
public struct CardSpan: Sendable, Equatable {
    /// The words; those of a moment in the language of this machine. Untrusted.
    public let text: String
    /// The moment that the words tell.
    public let moment: CardMoment?
    /// How the words look.
    public var style: CardTextStyle
    /// What a tap on the words does: a link, or the `selectAction` of a `TextRun`.
    public internal(set) var action: CardAction?
}

/// How words look.
public struct CardTextStyle: Sendable, Equatable {
    /// `default` when the card names none or an unknown one; `large` then for a heading.
    public var size = CardText.Size.default
    /// `default` when the card names none or an unknown one; `bolder` then for a heading.
    public var weight = CardText.Weight.default
    /// `default` when the card names none or an unknown one.
    public var color = CardText.Color.default
    /// Whether the text is drawn less prominently.
    public var isSubtle = false
    /// Whether all characters have the same width.
    public var isMonospaced = false
    /// Whether the text is slanted.
    public var isItalic = false
    /// Whether a line is below the text.
    public var isUnderlined = false
    /// Whether a line goes through the text.
    public var isStruckThrough = false
    /// Whether the text has a background of another colour.
    public var isHighlighted = false
}
