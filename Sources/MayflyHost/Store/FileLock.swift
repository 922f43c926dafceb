import Foundation
import MayflyModel

/// A lock that one process at a time holds, for as long as it lives at most.
struct FileLock {
    private let descriptor: Int32

    /// Waits until the lock is free. The file stays for the next one.
    init(path: String) throws(MayflyError) {
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .ofSystem("open", path) }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else {
                let error = MayflyError.ofSystem("lock", path)
                close(descriptor)
                throw error
            }
        }
    }

    func release() {
        close(descriptor)
    }
}
