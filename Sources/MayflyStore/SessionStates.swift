/// The session states that the worker of one install reads and writes. What it asks for is refused once the install has ended.
package struct SessionStates: Sendable {
    private let store: Store
    private let provider: any SessionStateProvider
    private let install: Install

    package init(_ provider: any SessionStateProvider, in store: Store, under install: Install) {
        self.provider = provider
        self.store = store
        self.install = install
    }

    package func state(of key: SessionStateKey) async throws -> SessionState {
        guard !(provider is LocalSessionStates) else { return try await store.sessionState(key, under: install) }
        try store.require(install)
        return try await provider.state(of: key)
    }

    /// The embedded provider looks at the install in the transaction that writes. Another one is not asked after the end of the install,
    /// but may still store what it was asked for before.
    package func replaceState(
        of key: SessionStateKey,
        expecting version: UInt64,
        with bytes: [UInt8]
    ) async throws -> SessionStateWrite {
        guard !(provider is LocalSessionStates) else {
            return try await store.replaceSessionState(key, expecting: version, with: bytes, under: install)
        }
        try store.require(install)
        return try await provider.replaceState(of: key, expecting: version, with: bytes)
    }
}
