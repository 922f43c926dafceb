public import MayflyHost
public import MayflyModel
internal import Synchronization

/// A clock that a test moves by hand.
public final class TestClock: HostClock {
    private struct Waiter {
        let moment: Timestamp
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now: Timestamp
        var lastWaiter = 0
        var waiters: [Int: Waiter] = [:]
        /// Waiters whose task was cancelled before they began to wait.
        var cancelled: Set<Int> = []
    }

    private let state: Mutex<State>

    /// A clock that is set to this time.
    public init(now: Timestamp = Timestamp(rawValue: 1_000_000_000_000)) { state = Mutex(State(now: now)) }

    /// The current time; only `advance(by:)` changes it.
    public var now: Timestamp { state.withLock { $0.now } }

    /// Moves the clock forward and resumes the waits whose moment has come.
    public func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let due = state.waiters.filter { $0.value.moment <= state.now }
            for number in due.keys { state.waiters[number] = nil }
            return due.values.map(\.continuation)
        }
        for continuation in due { continuation.resume() }
    }

    /// Returns when the clock has reached the moment; throws `CancellationError` when the task is cancelled before.
    public func wait(until moment: Timestamp) async throws {
        let number = state.withLock { state in
            state.lastWaiter += 1
            return state.lastWaiter
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome: Result<Void, any Error>? = state.withLock { state in
                    if state.cancelled.remove(number) != nil { return .failure(CancellationError()) }
                    if moment <= state.now { return .success(()) }
                    state.waiters[number] = Waiter(moment: moment, continuation: continuation)
                    return nil
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                let waiter = state.waiters.removeValue(forKey: number)
                if waiter == nil { state.cancelled.insert(number) }
                return waiter
            }
            waiter?.continuation.resume(throwing: CancellationError())
        }
    }
}
