/// Blocks that belong together.
public struct CardContainer: Sendable, Equatable {
    public internal(set) var items: [CardElement]
    /// What a tap anywhere on the blocks does.
    public internal(set) var selectAction: CardAction?
}
