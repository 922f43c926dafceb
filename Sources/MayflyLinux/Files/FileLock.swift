internal import Foundation
internal import MayflyModel

/// A lock that one holder at a time has, among all processes. The system frees it when its holder dies.
package enum FileLock {
    /// Waits until the lock is free and holds it during `body`. The file stays for the next one.
    package static func holding<Value>(_ path: String, _ body: () throws -> Value) throws -> Value {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw MayflyError.ofSystem("open", path) }
        defer { close(descriptor) }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else { throw MayflyError.ofSystem("lock", path) }
        }
        return try body()
    }
}
