/// A picture, named by its URL. The app that draws the card loads it; a terminal does not.
public struct CardImage: Sendable, Equatable {
    /// As the extension wrote it. Untrusted: check the scheme before anything is fetched.
    public let url: String
    /// A description of the picture for screen readers and terminals.
    public let altText: String?
    /// What a tap on the picture does.
    public internal(set) var selectAction: CardAction?
}
