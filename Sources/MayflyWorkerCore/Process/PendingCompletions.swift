internal import MayflyABI

/// The completions that extensions wait for, by the token that the host answers with.
final class PendingCompletions: Sendable {
    /// A function of the extension and the context that it is called with.
    struct Pending: @unchecked Sendable {
        // Safe because both pointers are only passed on to the extension, which gave them for this.
        /// The row that says how the function is called.
        let row: Function
        let function: UnsafeMutableRawPointer
        let context: UnsafeMutableRawPointer?
    }

    private struct State {
        var lastToken: UInt64 = 0
        var pending: [UInt64: Pending] = [:]
        var isThreadRunning = false
    }

    private let state = PthreadMutex(State())

    /// Keeps a completion and returns its token. `isFirst` is true once: then the completion thread must be started.
    func register(_ completion: Pending) -> (token: UInt64, isFirst: Bool) {
        state.withLock { state in
            state.lastToken += 1
            state.pending[state.lastToken] = completion
            defer { state.isThreadRunning = true }
            return (state.lastToken, !state.isThreadRunning)
        }
    }

    /// Takes a completion out, so that it can be called once and never again.
    func take(_ token: UInt64) -> Pending? {
        state.withLock { $0.pending.removeValue(forKey: token) }
    }
}
