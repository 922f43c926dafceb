package import MayflyModel
internal import Synchronization

/// What the host has spent on one extension, where every thread of the host adds to it.
package final class CPUBudget: Sendable {
    private struct State {
        var total = Duration.zero
        var budget: RollingBudget
        var isOverBudget = false
    }

    private let limit: Duration
    private let state: Mutex<State>

    package init(_ policy: Policy, from beginning: Moment = .now) {
        limit = policy.hostBudget
        state = Mutex(State(budget: RollingBudget(window: policy.hostWindow, from: beginning)))
    }

    /// Whether more was spent than may be. It stays so: nothing more is done for that extension.
    package var isOverBudget: Bool { state.withLock(\.isOverBudget) }

    /// Adds what was spent just now. Once, when it is more than may be, gives what was spent within the window.
    package func add(_ time: Duration, at now: Moment = .now) -> Duration? {
        state.withLock { state in
            // A reading from before it, so that it counts even after a long silence.
            _ = state.budget.use(state.total, at: now)
            state.total += time
            let used = state.budget.use(state.total, at: now)
            guard used > limit, !state.isOverBudget else { return nil }
            state.isOverBudget = true
            return used
        }
    }
}
