internal import Synchronization

/// A counting semaphore that tasks share by whom they work for: each of these holds one permit at most, and those who wait get the next
/// in turn, however many tasks each has waiting.
package final class FairSemaphore<Owner: Hashable & Sendable>: Sendable {
    private struct Waiter {
        let number: Int
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct State {
        var permits: Int
        var last = 0
        /// Who holds a permit.
        var holders: Set<Owner> = []
        /// The tasks that wait, in the order of their arrival; no list is empty.
        var waiters: [Owner: [Waiter]] = [:]
        /// Those of them who hold no permit; the next is at the beginning.
        var turns: [Owner] = []

        /// Gives a permit to the next who waits, if there is one, and takes out the task that has it now.
        mutating func next() -> Waiter? {
            guard permits > 0, !turns.isEmpty else { return nil }
            let owner = turns.removeFirst()
            permits -= 1
            holders.insert(owner)
            return removeWaiter(of: owner) { _ in true }
        }

        /// Takes out the first waiter that is meant.
        mutating func removeWaiter(of owner: Owner, where isMeant: (Waiter) -> Bool) -> Waiter? {
            guard var list = waiters[owner], let index = list.firstIndex(where: isMeant) else { return nil }
            defer { waiters[owner] = list.isEmpty ? nil : list }
            return list.remove(at: index)
        }
    }

    private let state: Mutex<State>

    /// `permits` is the number of tasks that may hold one at once.
    package init(_ permits: Int) { state = Mutex(State(permits: permits)) }

    /// How many tasks wait.
    var waiting: Int { state.withLock { $0.waiters.values.reduce(0) { $0 + $1.count } } }

    /// Runs `body` with a permit of that owner, which is released when it ends.
    func withPermit<Value, Failure>(
        of owner: Owner,
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        _ = await wait(as: nextNumber(), of: owner)
        defer { signal(owner) }
        return try await body()
    }

    /// The same, but does not run `body` in a task that is cancelled before it has a permit, and gives nil.
    package func withPermitUnlessCancelled<Value>(
        of owner: Owner,
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Value
    ) async rethrows -> Value? {
        let number = nextNumber()
        let hasPermit = await withTaskCancellationHandler {
            await wait(as: number, of: owner, unlessCancelled: true)
        } onCancel: {
            giveUp(number, of: owner)
        }
        guard hasPermit else { return nil }
        defer { signal(owner) }
        return try await body()
    }

    private func nextNumber() -> Int {
        state.withLock { state in
            state.last += 1
            return state.last
        }
    }

    /// Whether there is a permit in the end.
    private func wait(as number: Int, of owner: Owner, unlessCancelled: Bool = false) async -> Bool {
        await withCheckedContinuation { continuation in
            let answer: Bool? = state.withLock { state in
                // Under the lock: a task that is cancelled after this look finds the waiter.
                if unlessCancelled, Task.isCancelled { return false }
                let isHolder = state.holders.contains(owner)
                if state.permits > 0, !isHolder {
                    state.permits -= 1
                    state.holders.insert(owner)
                    return true
                }
                if !isHolder, state.waiters[owner] == nil { state.turns.append(owner) }
                state.waiters[owner, default: []].append(Waiter(number: number, continuation: continuation))
                return nil
            }
            if let answer { continuation.resume(returning: answer) }
        }
    }

    /// The waiter waits no longer, if it does.
    private func giveUp(_ number: Int, of owner: Owner) {
        let waiter = state.withLock { state in
            let waiter = state.removeWaiter(of: owner) { $0.number == number }
            if state.waiters[owner] == nil { state.turns.removeAll { $0 == owner } }
            return waiter
        }
        waiter?.continuation.resume(returning: false)
    }

    /// Passes the permit on. Its owner is the last of those who wait.
    private func signal(_ owner: Owner) {
        let next = state.withLock { state in
            state.permits += 1
            state.holders.remove(owner)
            if state.waiters[owner] != nil { state.turns.append(owner) }
            return state.next()
        }
        next?.continuation.resume(returning: true)
    }
}
