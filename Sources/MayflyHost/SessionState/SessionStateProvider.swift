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
