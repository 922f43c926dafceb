internal import Foundation
package import MayflyModel

/// A lock on a file or folder that one holder at a time has, among all processes (flock, man 2). The system releases it
/// when its holder ends.
package struct FileLock: ~Copyable {
    private let descriptor: Int32
    /// How long a wait that can be stopped leaves the lock to others, in microseconds.
    private static let pause: UInt32 = 10_000

    /// Waits until the lock is free, and holds it as long as the value exists. A missing file is created, and is never
    /// removed. A link is refused.
    ///
    /// - Parameter isStopped: is asked while it waits; where it says true, `MayflyError.stopped` is thrown.
    package init(waitingFor path: String, unless isStopped: (() -> Bool)? = nil) throws(MayflyError) {
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
        guard file >= 0 else { throw MayflyError.ofSystem("open", path) }
        try Self.wait(for: file, path, unless: isStopped)
        // Last: from here on `deinit` closes it.
        descriptor = file
    }

    /// Closes the descriptor where it throws.
    private static func wait(for descriptor: Int32, _ path: String, unless isStopped: (() -> Bool)?) throws(MayflyError)
    {
        // The system's own wait cannot be ended by another thread.
        while flock(descriptor, isStopped == nil ? LOCK_EX : LOCK_EX | LOCK_NB) != 0 {
            let isTaken = errno == EWOULDBLOCK
            guard isTaken || errno == EINTR else {
                let error = MayflyError.ofSystem("lock", path)
                close(descriptor)
                throw error
            }
            if isStopped?() == true {
                close(descriptor)
                throw .stopped
            }
            if isTaken { usleep(pause) }
        }
    }

    /// Locks a folder of that user without waiting; nil for anything else, and if another process holds the lock.
    package init?(ofFolder path: String, owner: UInt32) {
        let folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard folder >= 0 else { return nil }
        var status = stat()
        guard fstat(folder, &status) == 0, status.st_uid == owner, flock(folder, LOCK_EX | LOCK_NB) == 0 else {
            close(folder)
            return nil
        }
        descriptor = folder
    }

    deinit { close(descriptor) }

    /// Waits until the lock is free and holds it during `body`.
    package static func holding<Value>(_ path: String, _ body: () throws -> Value) throws -> Value {
        let lock = try FileLock(waitingFor: path)
        defer { extendLifetime(lock) }
        return try body()
    }
}
