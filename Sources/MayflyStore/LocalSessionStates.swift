/// The embedded provider: it stores session states in the database, for the devices of the home folder.
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
