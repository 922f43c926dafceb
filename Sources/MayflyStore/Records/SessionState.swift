public import MayflyModel

/// Storage for session states: bytes that all devices of a conversation share (model 5.7, C-169).
///
/// The embedded provider shares them between the devices of one home folder; a server can replace it. The host passes
/// states of at most `SessionState.largest` bytes, and makes one call at a time for each extension on screen. After
/// `Policy.service` it cancels the task of the call, which must then return or throw promptly.
///
/// The embedded provider removes the states of an extension when it is uninstalled from the home folder. A server is not told of it,
/// because the states belong to the other members of a conversation too; it is not called any more for the worker of an extension that
/// was uninstalled. The session of a key is any identifier that the extension
/// chooses, so an extension that is installed again finds there what it has stored before.
///
/// The extension gets a thrown `MessageError` unchanged, any other error as `MessageErrorCode.unknown` without its
/// text.
public protocol SessionStateProvider: Sendable {
    /// The current state; `SessionState.none` when there is none.
    func state(of key: SessionStateKey) async throws -> SessionState

    /// Replaces the state atomically if it has the expected version: of several writers with the same version, one
    /// succeeds.
    ///
    /// Empty bytes remove the state. A session never gets the same version twice, not even after its state was removed,
    /// so that a writer with an old version always conflicts. `MessageErrorCode.quotaExceeded` refuses a state above
    /// the provider's limit.
    func replaceState(
        of key: SessionStateKey,
        expecting version: UInt64,
        with bytes: [UInt8]
    ) async throws -> SessionStateWrite
}

/// The bytes that an extension stores for a session, with their version.
public struct SessionState: Sendable, Hashable {
    /// The largest state in bytes.
    public static let largest = 65_536
    /// The largest number of sessions with a state, of one extension in one conversation, in the embedded provider.
    public static let mostSessions = 256

    /// Increases with each write; 0 when there is no state.
    public let version: UInt64
    /// The content, whose meaning the extension defines.
    public let bytes: [UInt8]

    /// A state as a provider stores it.
    public init(version: UInt64, bytes: [UInt8]) {
        self.version = version
        self.bytes = bytes
    }

    /// No state: none was written, or it was removed.
    public static let none = SessionState(version: 0, bytes: [])
}

/// Identifies a state: the same session in another extension or conversation has another state (D-24).
public struct SessionStateKey: Sendable, Hashable {
    /// The conversation of the calling extension.
    public let conversation: ConversationID
    /// The calling extension.
    public let extensionID: ExtensionID
    /// The session that the extension names.
    public let session: SessionID

    /// The key of one state.
    public init(conversation: ConversationID, extensionID: ExtensionID, session: SessionID) {
        self.conversation = conversation
        self.extensionID = extensionID
        self.session = session
    }
}

/// The result of a write of a session's state.
public enum SessionStateWrite: Sendable, Hashable {
    /// It was stored with this version; 0 when it was removed.
    case stored(version: UInt64)
    /// The current state has another version than the expected one, and was not changed.
    case conflict(SessionState)
}
