internal import Synchronization

/// A counting semaphore for tasks: a fixed number of them hold a permit at once, the others wait in the order of their
/// arrival.
package final class AsyncSemaphore: Sendable {
    /// Each task works for itself.
    private let tasks: FairSemaphore<Int>
    private let last = Atomic(0)

    /// `permits` is the number of tasks that may hold one at once.
    package init(_ permits: Int) { tasks = FairSemaphore(permits) }

    /// Runs `body` with a permit, which is released when it ends.
    package func withPermit<Value, Failure>(
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        try await tasks.withPermit(of: nextNumber(), body)
    }

    /// The same, but does not run `body` in a task that is cancelled before it has a permit, and gives nil.
    package func withPermitUnlessCancelled<Value>(
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Value
    ) async rethrows -> Value? {
        try await tasks.withPermitUnlessCancelled(of: nextNumber(), body)
    }

    private func nextNumber() -> Int { last.wrappingAdd(1, ordering: .relaxed).newValue }
}
