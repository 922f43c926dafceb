internal import MayflyModel
internal import Synchronization

/// The sizes of a worker's reports that its owner has not handled yet, in their order: calls, violations and printed
/// lines.
///
/// The worker adds on the event loop, the owner takes on any thread. Even a few reports can be large: each call may
/// carry nearly a frame of text.
final class ReportQueue: Sendable {
    private struct State {
        /// The bytes of each report, the oldest first, after those that were handled.
        var sizes: [Int] = []
        /// How many of `sizes` were handled. They are removed in batches, so that the cost of each does not depend on
        /// the length of the queue.
        var handled = 0
        var bytes = 0
        /// Whether the worker has stopped reading. This lasts until the queue is half empty.
        var isHolding = false

        var count: Int { sizes.count - handled }

        mutating func removeOldest() {
            guard count > 0 else { return }
            bytes -= sizes[handled]
            handled += 1
            if handled > 64, handled > sizes.count / 2 {
                sizes.removeFirst(handled)
                handled = 0
            }
        }
    }

    private let state = Mutex(State())
    private let mostReports: Int
    private let mostBytes: Int

    init(_ policy: Policy) { (mostReports, mostBytes) = (policy.waitingReports, policy.waitingBytes) }

    func add(_ bytes: Int) {
        state.withLock { state in
            state.sizes.append(bytes)
            state.bytes += bytes
        }
    }

    /// Whether the worker must stop reading: the number or the bytes of the reports have reached the limit. A single
    /// report may have any size.
    ///
    /// After that, `take` says when it may continue.
    func holdsBack() -> Bool {
        state.withLock { state in
            let isFull = state.count >= mostReports || state.bytes >= mostBytes && state.count > 0
            state.isHolding = state.isHolding || isFull
            return state.isHolding
        }
    }

    /// Removes the oldest report. True if the worker had stopped reading and may continue.
    func take() -> Bool {
        state.withLock { state in
            state.removeOldest()
            let isHalfEmpty = state.count <= mostReports / 2 && state.bytes <= mostBytes / 2
            guard state.isHolding, state.count == 0 || isHalfEmpty else { return false }
            state.isHolding = false
            return true
        }
    }
}
