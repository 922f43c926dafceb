/// A group of blocks, drawn from top to bottom.
public struct CardContainer: Sendable, Equatable {
    /// From top to bottom, those that are not visible included.
    public internal(set) var items: [CardElement]
    /// What a tap anywhere on the blocks does.
    public internal(set) var selectAction: CardAction?
    /// How the blocks are shown.
    public var surface = CardSurface()
}
