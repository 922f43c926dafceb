/// Calls, violations and lines that the owner of a worker was told of and has not dealt with, in their order.
///
/// Few of them can hold much: each call may bring nearly a frame of text.
package struct WaitingReports {
    /// The bytes of each, the oldest first.
    private var sizes: [Int] = []
    private var bytes = 0

    package init() {}

    package mutating func add(_ size: Int) {
        sizes.append(size)
        bytes += size
    }

    /// The oldest one was dealt with.
    package mutating func remove() {
        if !sizes.isEmpty { bytes -= sizes.removeFirst() }
    }

    /// Whether no more may come before some were dealt with. One alone may always.
    package func isFull(within policy: Policy) -> Bool {
        sizes.count >= policy.waitingReports || bytes >= policy.waitingBytes && !sizes.isEmpty
    }

    /// Whether so few are left that one who had to stop may go on.
    package func isHalfEmpty(within policy: Policy) -> Bool {
        sizes.isEmpty || sizes.count <= policy.waitingReports / 2 && bytes <= policy.waitingBytes / 2
    }
}
