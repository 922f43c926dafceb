import MayflyModel
import Synchronization

@testable import MayflyHost

/// A clock whose waits end when the test says so.
final class HandClock: HostClock {
    private struct State {
        var now = Timestamp(rawValue: 0)
        var waiters: [Timestamp: CheckedContinuation<Bool, Never>] = [:]
    }

    /// The moments that are waited for, in the order of the waits; nil for a wait that was cancelled.
    let waits: AsyncStream<Timestamp?>
    private let seen: AsyncStream<Timestamp?>.Continuation
    private let state = Mutex(State())

    var now: Timestamp { state.withLock(\.now) }

    init() { (waits, seen) = AsyncStream<Timestamp?>.makeStream() }

    func wait(until moment: Timestamp) async throws {
        let hasCome = await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                // Under the lock, so that a cancellation finds the waiter or is seen here.
                let isCancelled = state.withLock { state in
                    if Task.isCancelled { return true }
                    state.waiters[moment] = waiter
                    return false
                }
                if isCancelled { return waiter.resume(returning: false) }
                seen.yield(moment)
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: moment) }?.resume(returning: false)
        }
        guard !hasCome else { return }
        seen.yield(nil)
        throw CancellationError()
    }

    /// No wait will follow.
    func finish() { seen.finish() }

    /// It is that moment now.
    func reach(_ moment: Timestamp) {
        let waiter = state.withLock { state in
            state.now = moment
            return state.waiters.removeValue(forKey: moment)
        }
        waiter?.resume(returning: true)
    }
}
