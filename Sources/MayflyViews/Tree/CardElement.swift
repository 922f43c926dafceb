/// One block of a card.
public struct CardElement: Sendable, Equatable {
    /// What the block is.
    public enum Content: Sendable, Equatable {
        case text(CardText)
        case image(CardImage)
        case container(CardContainer)
        case columns(CardColumnSet)
        case actions([CardAction])
        case facts([CardFact])
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
    public internal(set) var content: Content
}
