internal import CMayflyLinux
internal import Foundation
internal import MayflyModel
internal import Synchronization

/// Tells whether a host lives, also from another PID namespace, where its process has another number or none.
///
/// Each host holds a lock on one byte of a file and stores the offset of that byte in its rows. The kernel releases the
/// lock when the process ends (F_OFD_SETLK; fcntl, man 2). Offsets are random numbers of 62 bits, so two hosts do not
/// share one; the file may be shorter than the offset.
final class HostLivenessLock: Sendable {
    private let path: String
    private let ownByte = Mutex<LockedByte?>(nil)

    /// The file is never removed: all processes must look for locks in the same file.
    init(path: String) { self.path = path }

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
        let descriptor = LockedByte.openFile(path)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        let answer = mayfly_is_byte_locked(descriptor, offset)
        return answer < 0 ? nil : answer == 1
    }

    /// Claims an envelope for as long as the result is kept; nil where a living host, or another window of this one, has claimed it.
    ///
    /// It is a lock, as that of the host, so it ends with the process. Where the file system has no such locks, every claim succeeds: an
    /// envelope is received once, however often it is delivered.
    func claim(_ id: EnvelopeID) -> EnvelopeClaim? {
        // Above the offsets of hosts, and the same for the same envelope.
        let number = id.value.bytes.suffix(8).reduce(0) { $0 << 8 | Int64($1) }
        let offset = 1 << 62 | (number & (1 << 62 - 1))
        do throws(LockedByte.Refusal) {
            return EnvelopeClaim(byte: try LockedByte(offset, in: path))
        } catch {
            switch error {
            case .isLocked: return nil
            case .notPossible: return EnvelopeClaim(byte: nil)
            }
        }
    }

    // Below the offsets of envelopes.
    private func lockByte() -> LockedByte? { try? LockedByte(Int64.random(in: 1..<1 << 62), in: path) }
}
