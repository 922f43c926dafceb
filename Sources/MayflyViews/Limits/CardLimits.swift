/// The limits of an extension's view.
public enum CardLimits {
    /// Bytes of JSON in one card.
    public static let jsonBytes = 256 * 1024
    /// The nesting depth of arrays and objects. A container takes two levels, a column set with its column four.
    public static let depth = 32
    /// Elements, columns, rows, cells, actions, links, choices and facts of one card, those of unused branches included.
    public static let parts = 1_000
    /// Bytes of UTF-8 in the texts of all sets of columns and tables of one card. A text counts once for each set and table around it:
    /// the more of them, the narrower a column is, and the longer a page works to draw it.
    public static let columnBytes = 128 * 1024
    /// Pieces of text with a style of their own in one card; further text is one piece, with its signs as they are written.
    public static let spans = 4_000
    /// Bytes of UTF-8 in an address that a person opens, and in that of a picture, unless the picture is in it.
    public static let addressBytes = 4096
    /// Steps of a regular expression: a match takes as many for each character at most.
    public static let patternSteps = 1_000
    /// Steps of regular expressions that one tap carries out, for all inputs together. A value that is not checked then is refused.
    public static let matchedSteps = 2_000_000
    /// Bytes of UTF-8 in the id of an input, or of a block that is shown and hidden.
    public static let idBytes = 256
    /// Bytes of UTF-8 in a text that is typed into one input, or that it begins with, whatever its `maxLength` says.
    public static let inputBytes = 16 * 1024
    /// Notes that are kept for one card.
    public static let notes = 100
    /// Lines that a printer draws for the body of one card.
    public static let drawnLines = 2_000
    /// Bytes of text and of lines that one drawing of a card works with, those of blocks inside of others included.
    public static let drawnBytes = 4 * 1024 * 1024
}
