/// One row of a two-column list.
public struct CardFact: Sendable, Equatable {
    public let title: String
    public let value: String
}
