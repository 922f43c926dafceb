internal import Foundation
internal import Synchronization

/// Does one piece of work after the other in threads of their own, so that work which blocks holds up nobody who does not wait for it.
package final class WorkThread: Sendable {
    /// Tells a piece of work that it is not wanted any more.
    package final class Stop: Sendable {
        private let state = Mutex(false)

        /// Whether it is not wanted any more.
        package var isSet: Bool { state.withLock { $0 } }

        fileprivate func set() { state.withLock { $0 = true } }
    }

    private let turns = AsyncSemaphore(1)

    package init() {}

    /// Does this when all that was given before is done. Throws what it throws.
    ///
    /// In a task that is cancelled, work that waits is not begun, and throws a `CancellationError`; what is begun is told by its argument.
    package func run<Value: Sendable>(_ body: @escaping @Sendable (Stop) throws -> Value) async throws -> Value {
        let value = try await turns.withPermitUnlessCancelled {
            let stop = Stop()
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    Thread.detachNewThread { continuation.resume(with: Result { try body(stop) }) }
                }
            } onCancel: {
                stop.set()
            }
        }
        guard let value else { throw CancellationError() }
        return value
    }
}
