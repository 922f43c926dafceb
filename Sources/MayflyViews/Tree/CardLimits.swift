/// The limits of an extension's view.
public enum CardLimits {
    /// Bytes of JSON in one card.
    public static let jsonBytes = 256 * 1024
    /// The nesting depth of arrays and objects. A container takes two levels, a column set with its column four.
    public static let depth = 32
    /// Elements, columns, actions, choices and facts of one card, those of unused branches included.
    public static let parts = 1_000
    /// Bytes of UTF-8 in the id of an input.
    public static let idBytes = 256
    /// Bytes of UTF-8 in the value of one input, whatever its `maxLength` says.
    public static let inputBytes = 16 * 1024
    /// Notes that are kept for one card.
    public static let notes = 100
    /// Lines that a printer draws for the body of one card.
    public static let drawnLines = 2_000
}
