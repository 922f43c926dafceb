internal import Foundation
internal import Synchronization

/// Reads something that takes time, in a thread of its own, once for all who wait for it: nobody else is held up.
final class SharedReader<Value: Sendable>: Sendable {
    private typealias Waiter = CheckedContinuation<Value, Never>

    private struct State {
        var waiters: [Waiter] = []
        /// Whether a thread reads, which ends when nobody waits.
        var isReading = false
    }

    private let read: @Sendable () -> Value
    private let state = Mutex(State())

    init(_ read: @escaping @Sendable () -> Value) { self.read = read }

    /// What is read from now on. Who comes during a reading waits for the next one: what they wrote before may be missing in the first.
    func value() async -> Value {
        await withCheckedContinuation { waiter in
            let isNew = state.withLock { state in
                state.waiters.append(waiter)
                defer { state.isReading = true }
                return !state.isReading
            }
            if isNew { Thread.detachNewThread { self.readForAll() } }
        }
    }

    private func readForAll() {
        while let waiters = next() {
            let value = read()
            for waiter in waiters { waiter.resume(returning: value) }
        }
    }

    private func next() -> [Waiter]? {
        state.withLock { state in
            state.isReading = !state.waiters.isEmpty
            defer { state.waiters = [] }
            return state.waiters.isEmpty ? nil : state.waiters
        }
    }
}
