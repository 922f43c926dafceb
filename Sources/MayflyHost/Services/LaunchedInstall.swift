internal import Synchronization

/// The salt of the install under which a window has launched its extension last. Safe to use from any thread.
final class LaunchedInstall: Sendable {
    private let state = Mutex<[UInt8]>([])

    /// Empty before the first launch.
    var salt: [UInt8] { state.withLock { $0 } }

    /// An extension is launched under this install.
    func enter(_ salt: [UInt8]) { state.withLock { $0 = salt } }
}
