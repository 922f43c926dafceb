internal import MayflyModel
internal import Synchronization

/// The reports of a worker that its owner was told of and has not dealt with, where both reach them: the worker adds to them
/// on the event loop, the owner takes from them wherever it is.
final class ReportQueue: Sendable {
    private struct State {
        var waiting = WaitingReports()
        /// Whether the worker was told to read nothing more. It stays so until the tray is half empty.
        var isHolding = false
    }

    private let state = Mutex(State())
    private let policy: Policy

    init(_ policy: Policy) { self.policy = policy }

    func add(_ bytes: Int) { state.withLock { $0.waiting.add(bytes) } }

    /// Whether the worker must stop to read. Once it must, `take` says when it may go on.
    func holdsBack() -> Bool {
        state.withLock { state in
            state.isHolding = state.isHolding || state.waiting.isFull(within: policy)
            return state.isHolding
        }
    }

    /// Takes the oldest. True when a worker that was held back may go on.
    func take() -> Bool {
        state.withLock { state in
            state.waiting.remove()
            guard state.isHolding, state.waiting.isHalfEmpty(within: policy) else { return false }
            state.isHolding = false
            return true
        }
    }
}
