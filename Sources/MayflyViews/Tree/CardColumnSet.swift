/// Columns side by side.
public struct CardColumnSet: Sendable, Equatable {
    /// From left to right, those that are not visible included.
    public internal(set) var columns: [CardColumn]
    /// What a tap anywhere on the columns does.
    public internal(set) var selectAction: CardAction?
    /// How the columns are shown.
    public var surface = CardSurface()
    /// Where the columns stand in a wider place.
    public var alignment = CardText.Alignment.left
}
