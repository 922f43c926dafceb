import Foundation
import Synchronization
import Testing

/// Holds the lock of the folder of installed extensions, as another program that installs.
///
/// After thirty seconds it lets go by itself: a host that waits for it goes on then, and the test fails.
final class HeldInstalls: Sendable {
    private let isFree = Mutex(false)

    /// - Parameter folder: the folder of extensions in a home folder; it is made if it is missing.
    init(in folder: String) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let lock = open(folder + "/.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        #expect(flock(lock, LOCK_EX) == 0)
        Thread { [self] in
            for _ in 0..<300 where !isFree.withLock({ $0 }) { usleep(100_000) }
            isFree.withLock { $0 = true }
            close(lock)
        }.start()
    }

    /// Lets go. False where it had to do so before.
    func letGo() -> Bool {
        isFree.withLock { isFree in
            defer { isFree = true }
            return !isFree
        }
    }
}
