internal import MayflyModel
internal import Synchronization

/// The sizes of a worker's reports that its owner has not dealt with: calls, violations and printed lines, in their order.
///
/// The worker adds on the event loop, the owner takes from any thread. Even a few reports can be
/// large: each call may bring nearly a frame of text.
final class ReportQueue: Sendable {
    private struct State {
        /// The bytes of each report, the oldest first, behind those that were dealt with.
        var sizes: [Int] = []
        /// How many of `sizes` were dealt with. They are removed now and then, so that each costs the same however many wait.
        var dealtWith = 0
        var bytes = 0
        /// Whether the worker was told to read nothing more. It stays so until the queue is half empty.
        var isHolding = false

        var count: Int { sizes.count - dealtWith }

        mutating func removeOldest() {
            guard count > 0 else { return }
            bytes -= sizes[dealtWith]
            dealtWith += 1
            if dealtWith > 64, dealtWith > sizes.count / 2 {
                sizes.removeFirst(dealtWith)
                dealtWith = 0
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

    /// Whether the worker must stop to read: as many reports wait as may, or as many bytes. One report alone may always wait.
    ///
    /// Once the worker must stop, `take` says when it may go on.
    func holdsBack() -> Bool {
        state.withLock { state in
            let isFull = state.count >= mostReports || state.bytes >= mostBytes && state.count > 0
            state.isHolding = state.isHolding || isFull
            return state.isHolding
        }
    }

    /// Takes the oldest. True when a worker that was held back may go on.
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
