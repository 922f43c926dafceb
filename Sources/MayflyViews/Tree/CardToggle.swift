/// A switch with two states.
public struct CardToggle: Sendable, Equatable {
    /// The text beside the switch. Untrusted.
    public let title: String
    /// What is submitted while it is on.
    public let valueOn: String
    /// What is submitted while it is off.
    public let valueOff: String
    /// Whether a long title is wrapped.
    public let wraps: Bool
    /// The initial state.
    public let isOn: Bool
    /// The number of its control; nil when it is not shown.
    public internal(set) var number: Int?
}
