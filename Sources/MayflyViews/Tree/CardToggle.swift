/// A switch.
public struct CardToggle: Sendable, Equatable {
    public let title: String
    /// What is submitted while it is on.
    public let valueOn: String
    /// What is submitted while it is off.
    public let valueOff: String
    /// Whether it is on at first.
    public let isOn: Bool
    /// The number of its control; nil when it is not shown.
    public internal(set) var number: Int?
}
