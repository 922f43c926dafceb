package import MayflyModel

/// Calls, violations and lines that the owner of a worker was told of and has not dealt with, in their order.
///
/// Few of them can hold much: each call may bring nearly a frame of text.
package struct WaitingReports {
    /// The bytes of each, the oldest first, behind those that were dealt with.
    private var sizes: [Int] = []
    /// How many of `sizes` were dealt with. They are taken out now and then, so that each costs the same however many wait.
    private var dealtWith = 0
    private var bytes = 0

    package init() {}

    package var count: Int { sizes.count - dealtWith }

    package mutating func add(_ size: Int) {
        sizes.append(size)
        bytes += size
    }

    /// The oldest one was dealt with.
    package mutating func remove() {
        guard count > 0 else { return }
        bytes -= sizes[dealtWith]
        dealtWith += 1
        if dealtWith > 64, dealtWith > sizes.count / 2 {
            sizes.removeFirst(dealtWith)
            dealtWith = 0
        }
    }

    /// Whether no more may come before some were dealt with. One alone may always.
    package func isFull(within policy: Policy) -> Bool {
        count >= policy.waitingReports || bytes >= policy.waitingBytes && count > 0
    }

    /// Whether so few are left that one who had to stop may go on.
    package func isHalfEmpty(within policy: Policy) -> Bool {
        count == 0 || count <= policy.waitingReports / 2 && bytes <= policy.waitingBytes / 2
    }
}
