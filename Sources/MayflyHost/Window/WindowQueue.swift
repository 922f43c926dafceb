internal import Synchronization

/// Counts what was put into a window's queue and not taken out yet.
final class PendingCount: Sendable {
    private let count = Mutex(0)

    func add() { count.withLock { $0 += 1 } }
    func remove() { count.withLock { $0 -= 1 } }
    var isEmpty: Bool { count.withLock { $0 == 0 } }
}
