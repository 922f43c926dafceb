/// What a session waits for.
enum SessionInput: Sendable {
    /// The person has entered a line, at that moment.
    case line(String, at: ContinuousClock.Instant)
    /// Something arrived: the person may see something else now.
    case change
}
