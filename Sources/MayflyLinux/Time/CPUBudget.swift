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

    /// Nothing was spent before `beginning`.
    package init(_ policy: Policy, from beginning: Moment = .now) {
        limit = policy.hostBudget
        state = Mutex(State(budget: RollingBudget(window: policy.hostWindow, from: beginning)))
    }

    /// Whether more was spent than the policy allows. It stays so: the host does nothing more for that extension.
    package var isOverBudget: Bool { state.withLock(\.isOverBudget) }

    /// Adds what was spent just now. When the budget is exceeded, it gives once what was spent within the window.
    package func add(_ time: Duration, at now: Moment = .now) -> Duration? {
        state.withLock { state in
            // A reading from before it, so that it counts in full even where nothing was added for long.
            _ = state.budget.use(state.total, at: now)
            state.total += time
            let used = state.budget.use(state.total, at: now)
            guard used > limit, !state.isOverBudget else { return nil }
            state.isOverBudget = true
            return used
        }
    }
}
