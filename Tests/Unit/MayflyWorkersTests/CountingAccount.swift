import MayflyLinux
import Synchronization

/// An account that adds up what it is charged.
final class CountingAccount: CPUAccount {
    private let sum = Mutex(Duration.zero)

    var total: Duration { sum.withLock { $0 } }

    func noteHostTime(_ time: Duration) { sum.withLock { $0 += time } }
}
