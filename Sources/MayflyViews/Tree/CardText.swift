/// A piece of text. Markdown in it is shown as it is written.
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

    /// Untrusted, with line breaks.
    public let text: String
    /// `default` when the card names none or an unknown one; `large` then for a heading.
    public var size = Size.default
    /// `default` when the card names none or an unknown one; `bolder` then for a heading.
    public var weight = Weight.default
    /// `default` when the card names none or an unknown one.
    public var color = Color.default
    /// `left` when the card names none or an unknown one.
    public var alignment = Alignment.left
    /// Whether a long line is wrapped; if not, it is cut.
    public var wraps = false
    /// Whether the text is drawn less prominently.
    public var isSubtle = false
    /// The maximum number of drawn lines; nil for all.
    public var maxLines: Int?

    init(_ text: String) {
        self.text = text
    }
}
