internal import Foundation
internal import Synchronization

/// Does one piece of work after the other in a thread of its own, so that work which blocks holds up nobody who does not wait for it.
final class WorkThread: Sendable {
    private struct State {
        var work: [@Sendable () -> Void] = []
        /// Whether a thread is there, which ends when nothing is left.
        var isRunning = false
    }

    private let state = Mutex(State())

    /// Does this when all that was given before is done. Throws what it throws.
    func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            add { continuation.resume(with: Result(catching: body)) }
        }
    }

    private func add(_ work: @escaping @Sendable () -> Void) {
        let isNew = state.withLock { state in
            state.work.append(work)
            defer { state.isRunning = true }
            return !state.isRunning
        }
        if isNew { Thread.detachNewThread { self.doAll() } }
    }

    private func doAll() {
        while let work = next() { work() }
    }

    private func next() -> (@Sendable () -> Void)? {
        state.withLock { state in
            state.isRunning = !state.work.isEmpty
            return state.work.isEmpty ? nil : state.work.removeFirst()
        }
    }
}
