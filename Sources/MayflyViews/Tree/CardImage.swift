/// A picture, by its address; loading it is up to the face that draws it, and a terminal does not.
public struct CardImage: Sendable, Equatable {
    /// As the extension wrote it. Untrusted: check the scheme before anything is fetched.
    public let url: String
    /// What the picture shows, for those who do not see it.
    public let altText: String?
    /// What a tap on the picture does.
    public internal(set) var selectAction: CardAction?
}
