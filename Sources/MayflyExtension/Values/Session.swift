/// A chain of messages of which each newer one replaces the older (C-152).
///
/// Sessions are compared by value, across processes and devices (C-163). ``Conversation/makeSession()`` makes a new
/// one.
public struct Session: Hashable, Sendable {
    /// The same in all messages of the session.
    public let identifier: Identifier

    /// A session whose identifier was stored earlier.
    public init(identifier: Identifier) {
        self.identifier = identifier
    }
}

/// Messages of a session, the result of ``Conversation/readSession(skip:limit:completion:)``.
public struct SessionPage: Equatable, Sendable {
    /// In the order of this device's transcript, oldest first. Their layouts have no files.
    public var messages: [Message]
    /// Whether there are older messages.
    public var hasOlder: Bool

    /// A page as the host returns it, also for tests.
    public init(messages: [Message], hasOlder: Bool) {
        self.messages = messages
        self.hasOlder = hasOlder
    }
}

/// The state of a session, which all devices of a conversation share.
public struct SessionState: Hashable, Sendable {
    /// Increases with each write; 0 when there is no state.
    public let version: UInt64
    /// The content, whose meaning the extension defines; at most 65,536 bytes.
    public let bytes: [UInt8]

    /// A state as the host returns it, also for tests.
    public init(version: UInt64, bytes: [UInt8]) {
        self.version = version
        self.bytes = bytes
    }
}

/// The result of a write of a session's state.
public enum SessionStateWrite: Hashable, Sendable {
    /// It was stored with this version; 0 when it was removed.
    case stored(version: UInt64)
    /// The current state has another version and was not changed. Merge both, and write again with its version.
    case conflict(SessionState)
}
