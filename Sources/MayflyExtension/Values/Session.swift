/// Joins messages, so that a newer one takes the place of the older (C-152).
///
/// Compared by value: the session of a received message equals that of the selected one of the same chain, across
/// processes and devices (C-163). ``Conversation/makeSession()`` gives a new one.
public struct Session: Hashable, Sendable {
    /// What the messages of the session have in common.
    public let identifier: Identifier

    /// Names a session that was stored earlier.
    public init(identifier: Identifier) {
        self.identifier = identifier
    }
}
