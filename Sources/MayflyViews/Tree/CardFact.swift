/// One row of a two-column list.
public struct CardFact: Sendable, Equatable {
    /// The left column. Untrusted.
    public let title: String
    /// The right column. Untrusted.
    public let value: String
}
