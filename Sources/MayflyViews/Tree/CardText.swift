/// A piece of text. Markdown in it is shown as it is written.
public struct CardText: Sendable, Equatable {
    /// Relative to the other text of the card; a terminal shows the two largest in bold.
    public enum Size: String, Sendable, CaseIterable {
        case `default`, small, medium, large, extraLarge
    }

    /// A terminal shows `lighter` dim.
    public enum Weight: String, Sendable, CaseIterable {
        case `default`, lighter, bolder
    }

    /// A meaning rather than a colour: the host chooses what `good` looks like.
    public enum Color: String, Sendable, CaseIterable {
        case `default`, dark, light, accent, good, warning, attention
    }

    /// Within the width that the text is given, not within its line.
    public enum Alignment: String, Sendable, CaseIterable {
        case left, center, right
    }

    /// Untrusted, with line breaks.
    public let text: String
    public var size = Size.default
    public var weight = Weight.default
    public var color = Color.default
    public var alignment = Alignment.left
    /// Whether a long line goes on below; if not, it is cut.
    public var wraps = false
    /// Whether the text is to stand back.
    public var isSubtle = false
    /// Lines that are drawn at most; nil for all.
    public var maxLines: Int?

    init(_ text: String) {
        self.text = text
    }
}
