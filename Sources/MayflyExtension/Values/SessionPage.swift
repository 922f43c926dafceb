/// Messages of a session, as ``Conversation/readSession(skip:limit:completion:)`` gives them.
public struct SessionPage: Equatable, Sendable {
    /// In the order of this device's transcript, oldest first. Their layouts name no files.
    public var messages: [Message]
    /// Whether there are messages before the first of these.
    public var hasOlder: Bool

    public init(messages: [Message], hasOlder: Bool) {
        self.messages = messages
        self.hasOlder = hasOlder
    }
}
