internal import CMayflyLinux
internal import Foundation
internal import Synchronization

/// Tells whether a host lives, also from another PID namespace, where its process has another number or none.
///
/// Each host holds a lock on one byte of a file and stores the offset of that byte in its rows. The kernel releases the
/// lock when the process ends (F_OFD_SETLK; fcntl, man 2). Offsets are random numbers of 62 bits, so two hosts do not
/// share one; the file may be shorter than the offset.
final class HostLivenessLock: Sendable {
    private struct LockedByte {
        let offset: Int64
        let descriptor: Int32
    }

    private let path: String
    private let ownByte = Mutex<LockedByte?>(nil)

    /// The file is never removed: all processes must look for locks in the same file.
    init(path: String) { self.path = path }

    deinit {
        guard let byte = ownByte.withLock({ $0 }) else { return }
        _ = mayfly_unlock_byte(byte.descriptor, byte.offset)
        close(byte.descriptor)
    }

    /// The offset of this host's byte. The first call locks it, until this value is released. Nil where the file system
    /// has no such locks.
    func ownOffset() -> Int64? {
        ownByte.withLock { byte in
            if byte == nil { byte = lockByte() }
            return byte?.offset
        }
    }

    /// Whether the host that stored this offset lives; nil when that cannot be determined.
    func isLocked(_ offset: Int64) -> Bool? {
        // A new open file description: locks of the same description are not reported.
        let descriptor = openFile()
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        let answer = mayfly_is_byte_locked(descriptor, offset)
        return answer < 0 ? nil : answer == 1
    }

    private func lockByte() -> LockedByte? {
        let descriptor = openFile()
        guard descriptor >= 0 else { return nil }
        // Below the largest offset of a file, 2^63 - 1.
        let offset = Int64.random(in: 1..<1 << 62)
        guard mayfly_lock_byte(descriptor, offset) == 0 else {
            close(descriptor)
            return nil
        }
        return LockedByte(offset: offset, descriptor: descriptor)
    }

    /// Close-on-exec: a child that inherited the descriptor would keep the lock after the death of this host.
    private func openFile() -> Int32 { open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600) }
}
