/// What an extension keeps under a session, at one moment.
public struct SessionState: Sendable, Hashable {
    /// Bytes of one state, at most.
    public static let largest = 65_536
    /// How many sessions of one extension in one conversation have a state in the embedded provider, at most.
    public static let mostSessions = 256

    /// Grows with each write; 0 when there is nothing.
    public let version: UInt64
    public let bytes: [UInt8]

    public init(version: UInt64, bytes: [UInt8]) {
        self.version = version
        self.bytes = bytes
    }

    /// Nothing was written, or it was removed.
    public static let none = SessionState(version: 0, bytes: [])
}
