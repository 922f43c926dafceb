/// One block of a card.
public struct CardElement: Sendable, Equatable {
    /// What the block is.
    public enum Content: Sendable, Equatable {
        /// `TextBlock`.
        case text(CardText)
        /// `Image`.
        case image(CardImage)
        /// `Container`.
        case container(CardContainer)
        /// `ColumnSet`.
        case columns(CardColumnSet)
        /// `ActionSet`, from left to right.
        case actions([CardAction])
        /// `FactSet`, from top to bottom.
        case facts([CardFact])
        /// `Input.Text`, `Input.ChoiceSet` or `Input.Toggle`.
        case input(CardInput)
    }

    /// The extension's own name for the block.
    public let id: String?
    /// False keeps the block out of every drawing; the values of inputs in it are still submitted.
    public let isVisible: Bool
    /// Whether a rule is drawn above the block, unless it is the first.
    public let hasSeparator: Bool
    /// Whether the extension asked for more than the usual distance to the block above.
    public let isSpacedOut: Bool
    /// Inputs and actions in it have the numbers of their controls.
    public internal(set) var content: Content
}
