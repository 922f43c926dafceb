internal import MayflyABI

/// The completions that extensions wait for, by the token of the host's answer.
final class PendingCompletions: Sendable {
    /// A function of the extension, and the context for its call.
    struct Pending: @unchecked Sendable {
        // Safe because both pointers are only passed back to the extension.
        /// The row with the function's parameters.
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

    /// Stores a completion and returns its token. `isFirst` is true only for the first one: the caller must then start
    /// the completion thread.
    func register(_ completion: Pending) -> (token: UInt64, isFirst: Bool) {
        state.withLock { state in
            state.lastToken += 1
            state.pending[state.lastToken] = completion
            defer { state.isThreadRunning = true }
            return (state.lastToken, !state.isThreadRunning)
        }
    }

    /// Removes a completion, so that it is called once at most.
    func take(_ token: UInt64) -> Pending? {
        state.withLock { $0.pending.removeValue(forKey: token) }
    }
}
