package import MayflyModel
internal import Synchronization

/// The processor time that the host has spent on one extension. Every thread of the host may add to it.
package final class CPUBudget: Sendable {
    private struct State {
        var total = Duration.zero
        var budget: RollingBudget
        var isOverBudget = false
    }

    private let limit: Duration
    private let state: Mutex<State>

    /// Starts at zero at `beginning`.
    package init(_ policy: Policy, from beginning: Moment = .now) {
        limit = policy.hostBudget
        state = Mutex(State(budget: RollingBudget(window: policy.hostWindow, from: beginning)))
    }

    /// Whether more was spent than the policy allows. It remains true: the host does nothing more for that extension.
    package var isOverBudget: Bool { state.withLock(\.isOverBudget) }

    /// Adds time that was spent just now. The first time that the budget is exceeded, returns the time within the
    /// window.
    package func add(_ time: Duration, at now: Moment = .now) -> Duration? {
        state.withLock { state in
            // Take a reading before it is added, so that it counts in full, even after a long time without one.
            _ = state.budget.use(state.total, at: now)
            state.total += time
            let used = state.budget.use(state.total, at: now)
            guard used > limit, !state.isOverBudget else { return nil }
            state.isOverBudget = true
            return used
        }
    }
}
