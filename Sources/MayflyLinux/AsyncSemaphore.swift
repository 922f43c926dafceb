internal import Synchronization

/// A counting semaphore for tasks: a fixed number of them hold a permit at once, the others wait in the order of their
/// arrival.
package final class AsyncSemaphore: Sendable {
    private struct State {
        var permits: Int
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Mutex<State>

    /// `permits` is the number of tasks that may hold one at once.
    package init(_ permits: Int) { state = Mutex(State(permits: permits)) }

    /// Runs `body` with a permit, which is released when it ends.
    package func withPermit<Value>(
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Value
    ) async rethrows -> Value {
        await wait()
        defer { signal() }
        return try await body()
    }

    private func wait() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                guard state.permits == 0 else {
                    state.permits -= 1
                    return true
                }
                state.waiters.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
    }

    /// Passes the permit to the first waiting task.
    private func signal() {
        let next = state.withLock { state in
            guard state.waiters.isEmpty else { return Optional(state.waiters.removeFirst()) }
            state.permits += 1
            return nil
        }
        next?.resume()
    }
}
