/// One row of a two-column list.
public struct CardFact: Sendable, Equatable {
    /// The left column.
    public internal(set) var title: CardText
    /// The right column.
    public internal(set) var value: CardText
}
