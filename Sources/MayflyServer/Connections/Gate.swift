internal import Synchronization

/// Opens once, and lets those pass who wait for it. To wait takes no thread.
final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
        var lastWaiter = 0
    }

    private let state = Mutex(State())

    /// Lets everybody pass, from now on.
    func open() {
        let waiters = state.withLock { state in
            defer { state.waiters = [:] }
            state.isOpen = true
            return state.waiters
        }
        for waiter in waiters.values { waiter.resume() }
    }

    /// Returns when it is open, or after the limit. A cancelled task waits, too: what it waits for is in use until then.
    func wait(within limit: Duration? = nil) async {
        let number = state.withLock { state in
            state.lastWaiter += 1
            return state.lastWaiter
        }
        var timer: Task<Void, Never>?
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let waits = state.withLock { state in
                if !state.isOpen { state.waiters[number] = continuation }
                return !state.isOpen
            }
            guard waits else { return continuation.resume() }
            // Not a child: it sleeps also where the task is cancelled.
            timer = limit.map { limit in
                Task {
                    try? await Task.sleep(for: limit)
                    pass(number)
                }
            }
        }
        timer?.cancel()
    }

    private func pass(_ number: Int) { state.withLock { $0.waiters.removeValue(forKey: number) }?.resume() }
}
