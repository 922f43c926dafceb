internal import Synchronization

/// A counting semaphore for tasks: a fixed number of them hold a permit at once, the others wait in the order of their
/// arrival.
package final class AsyncSemaphore: Sendable {
    private struct Waiter {
        let number: Int
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct State {
        var permits: Int
        var last = 0
        var waiters: [Waiter] = []
    }

    private let state: Mutex<State>

    /// `permits` is the number of tasks that may hold one at once.
    package init(_ permits: Int) { state = Mutex(State(permits: permits)) }

    /// Runs `body` with a permit, which is released when it ends.
    package func withPermit<Value, Failure>(
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        _ = await wait(as: nextNumber())
        defer { signal() }
        return try await body()
    }

    /// The same, but does not run `body` in a task that is cancelled before it has a permit, and gives nil.
    package func withPermitUnlessCancelled<Value>(
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Value
    ) async rethrows -> Value? {
        let number = nextNumber()
        let hasPermit = await withTaskCancellationHandler {
            await wait(as: number, unlessCancelled: true)
        } onCancel: {
            giveUp(number)
        }
        guard hasPermit else { return nil }
        defer { signal() }
        return try await body()
    }

    private func nextNumber() -> Int {
        state.withLock { state in
            state.last += 1
            return state.last
        }
    }

    /// Whether there is a permit in the end.
    private func wait(as number: Int, unlessCancelled: Bool = false) async -> Bool {
        await withCheckedContinuation { continuation in
            let answer: Bool? = state.withLock { state in
                // Under the lock: a task that is cancelled after this look finds the waiter.
                if unlessCancelled, Task.isCancelled { return false }
                guard state.permits == 0 else {
                    state.permits -= 1
                    return true
                }
                state.waiters.append(Waiter(number: number, continuation: continuation))
                return nil
            }
            if let answer { continuation.resume(returning: answer) }
        }
    }

    /// The waiter waits no longer, if it does.
    private func giveUp(_ number: Int) {
        let waiter = state.withLock { state in
            state.waiters.firstIndex { $0.number == number }.map { state.waiters.remove(at: $0) }
        }
        waiter?.continuation.resume(returning: false)
    }

    /// Passes the permit to the first waiting task.
    private func signal() {
        let next = state.withLock { state in
            guard state.waiters.isEmpty else { return Optional(state.waiters.removeFirst()) }
            state.permits += 1
            return nil
        }
        next?.continuation.resume(returning: true)
    }
}
