/// One column of a set.
public struct CardColumn: Sendable, Equatable {
    /// How much of the set's width a column takes.
    public enum Width: Sendable, Equatable {
        /// As much as its content needs.
        case auto
        /// An equal share of what the others leave.
        case stretch
        /// A share of what the others leave, in proportion to the other weights. Above zero.
        case weight(Double)
        /// A number of pixels.
        case pixels(Int)
    }

    /// The extension's own name for the column.
    public let id: String?
    /// How the column shares the width of its set.
    public let width: Width
    /// False keeps the column out of every drawing; the values of inputs in it are still submitted.
    public internal(set) var isVisible: Bool
    /// Whether a rule stands between this column and the one to its left.
    public let hasSeparator: Bool
    /// The distance to the column before it.
    public let spacing: CardSpacing
    /// The blocks of the column and its tap action.
    public internal(set) var content: CardContainer
}
