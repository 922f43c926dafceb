/// What a card has: the card itself, and each card that a button shows.
public struct CardContents: Sendable, Equatable {
    /// The elements from top to bottom, those that are not visible included.
    public internal(set) var body: [CardElement] = []
    /// The buttons below the body.
    public internal(set) var actions: [CardAction] = []
    /// What a tap anywhere on the card does.
    public internal(set) var selectAction: CardAction?
    /// How the card is shown.
    public var surface = CardSurface()
    /// What a screen reader says in place of the card. Untrusted.
    public var spokenText: String?
    /// The language of the texts (BCP 47). Untrusted.
    public var language: String?
}
