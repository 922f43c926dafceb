/// What is going to happen to a message that its sender lets expire, once it was read here (model 5.10).
public enum Expiry: Sendable, Hashable, Codable {
    /// It is deleted at that moment.
    case due(Timestamp)
    /// The person keeps it.
    case kept
}
