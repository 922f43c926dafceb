/// What a session waits for.
enum SessionInput: Sendable {
    /// The person has entered a line, at that moment.
    case line(String, at: ContinuousClock.Instant)
    /// The person asks what can stand at the cursor, and these can.
    case choices([String])
    /// The terminal has answered a question.
    case report(TerminalReport)
    /// Something arrived: the person may see something else now.
    case change
}
