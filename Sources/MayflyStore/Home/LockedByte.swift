internal import CMayflyLinux
internal import Foundation

/// A lock on one byte of a file, which need not be that long (F_OFD_SETLK; fcntl, man 2). It is held until this value is released, or
/// the process ends.
final class LockedByte: Sendable {
    /// Why a byte cannot be locked.
    enum Refusal: Error {
        /// Somebody else has locked it.
        case isLocked
        /// The file cannot be opened, or its file system has no such locks.
        case notPossible
    }

    let offset: Int64
    private let descriptor: Int32

    /// - Parameter isShared: whether others may have it at the same time, who share it too.
    init(_ offset: Int64, in path: String, isShared: Bool = false) throws(Refusal) {
        let descriptor = Self.openFile(path)
        guard descriptor >= 0 else { throw .notPossible }
        let status = isShared ? mayfly_share_byte(descriptor, offset) : mayfly_lock_byte(descriptor, offset)
        guard status == 0 else {
            close(descriptor)
            throw [-EAGAIN, -EACCES].contains(status) ? .isLocked : .notPossible
        }
        self.offset = offset
        self.descriptor = descriptor
    }

    deinit {
        _ = mayfly_unlock_byte(descriptor, offset)
        close(descriptor)
    }

    /// Close-on-exec: a child that inherited the descriptor would keep the lock after the death of its process.
    static func openFile(_ path: String) -> Int32 { open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600) }
}

/// Keeps other windows and programs from delivering an envelope, until it is released or the process ends.
package final class EnvelopeClaim: Sendable {
    private let byte: LockedByte?

    init(byte: LockedByte?) { self.byte = byte }
}
