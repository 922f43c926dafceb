/// One block of a card.
public struct CardElement: Sendable, Equatable {
    /// What the block is.
    public enum Content: Sendable, Equatable {
        /// `TextBlock` or `RichTextBlock`.
        case text(CardText)
        /// `Image`.
        case image(CardImage)
        /// `ImageSet`.
        case images(CardImageSet)
        /// `Media`.
        case media(CardMedia)
        /// `Container`.
        case container(CardContainer)
        /// `ColumnSet`.
        case columns(CardColumnSet)
        /// `Table`.
        case table(CardTable)
        /// `ActionSet`, from left to right.
        case actions([CardAction])
        /// `FactSet`, from top to bottom.
        case facts([CardFact])
        /// An element whose type begins with `Input.`.
        case input(CardInput)
    }

    /// The extension's own name for the block.
    public let id: String?
    /// False keeps the block out of every drawing; the values of inputs in it are still submitted.
    public internal(set) var isVisible: Bool
    /// Whether a rule is drawn above the block, unless it is the first.
    public let hasSeparator: Bool
    /// The distance to the block above.
    public let spacing: CardSpacing
    /// Whether the block takes the height that the others leave.
    public let fillsHeight: Bool
    /// Inputs and actions in it have the numbers of their controls.
    public internal(set) var content: Content
}
