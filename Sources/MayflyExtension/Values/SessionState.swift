/// Bytes that all devices of a conversation share under a session, at one moment.
public struct SessionState: Hashable, Sendable {
    /// Grows with each write; 0 when there is nothing.
    public let version: UInt64
    public let bytes: [UInt8]

    public init(version: UInt64, bytes: [UInt8]) {
        self.version = version
        self.bytes = bytes
    }
}

/// How a write of a session's state went.
public enum SessionStateWrite: Hashable, Sendable {
    /// It stands there now, under this version; 0 when it was removed.
    case stored(version: UInt64)
    /// Somebody else was quicker, and this stands there. Merge, and write again with its version.
    case conflict(SessionState)
}
