/// Keeps the states of sessions in the home folder's database, for the devices of that folder.
struct LocalSessionStates: SessionStateProvider {
    let store: Store

    func state(of key: SessionStateKey) async throws -> SessionState { try await store.sessionState(key) }

    func replaceState(
        of key: SessionStateKey,
        expecting version: UInt64,
        with bytes: [UInt8]
    ) async throws -> SessionStateWrite {
        try await store.replaceSessionState(key, expecting: version, with: bytes)
    }
}
