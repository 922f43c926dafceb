/// How far a bubble has come.
public enum DeliveryState: String, Sendable, Codable {
    /// On its way: sending has started and no answer is here.
    case sending
    /// Handed over to every other member.
    case sent
    case failed
    /// It came from another participant.
    case received
}
