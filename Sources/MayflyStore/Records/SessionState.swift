public import MayflyModel

/// Where the states of sessions are kept: bytes that all devices of a conversation share (model 5.7, C-169).
///
/// The embedded one shares them between the devices of one home folder. A server can take its place. The host calls it
/// with states of at most `SessionState.largest` bytes, one call at a time for each extension on screen, and waits no
/// longer than `Policy.service`: then the task of the call is cancelled, and the call must soon return or throw.
///
/// A `MessageError` that it throws is shown to the extension as it is, any other error as `MessageErrorCode.unknown`
/// without its text.
public protocol SessionStateProvider: Sendable {
    /// What stands there now; `SessionState.none` when nothing does.
    func state(of key: SessionStateKey) async throws -> SessionState

    /// Compares and sets, as one step: of several writers that expect the same version, one wins.
    ///
    /// No bytes remove the state. A version that was given to a session is never given to it again, not even after its
    /// state was removed: who expects an old one must lose. More states than the provider keeps are refused with
    /// `MessageErrorCode.quotaExceeded`.
    func replaceState(
        of key: SessionStateKey,
        expecting version: UInt64,
        with bytes: [UInt8]
    ) async throws -> SessionStateWrite
}

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

/// Whose state: the same session of another extension or conversation has another one (D-24).
public struct SessionStateKey: Sendable, Hashable {
    public let conversation: ConversationID
    public let extensionID: ExtensionID
    public let session: SessionID

    public init(conversation: ConversationID, extensionID: ExtensionID, session: SessionID) {
        self.conversation = conversation
        self.extensionID = extensionID
        self.session = session
    }
}

/// How a write of a session's state went.
public enum SessionStateWrite: Sendable, Hashable {
    /// It stands there now, under this version; 0 when it was removed.
    case stored(version: UInt64)
    /// Another version stands there than the writer expected, and still does: this one.
    case conflict(SessionState)
}

/// Keeps the states of sessions in the home folder's database, for the devices of that folder.
package struct LocalSessionStates: SessionStateProvider {
    private let store: Store

    package init(store: Store) { self.store = store }

    package func state(of key: SessionStateKey) async throws -> SessionState { try await store.sessionState(key) }

    package func replaceState(
        of key: SessionStateKey,
        expecting version: UInt64,
        with bytes: [UInt8]
    ) async throws -> SessionStateWrite {
        try await store.replaceSessionState(key, expecting: version, with: bytes)
    }
}
