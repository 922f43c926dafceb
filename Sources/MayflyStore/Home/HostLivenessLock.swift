internal import CMayflyLinux
internal import Foundation
internal import Synchronization

/// Tells whether a host lives, also from another PID namespace, where its process has another number or none.
///
/// A host has a lock on one byte of a file, and the byte's place stands in its rows. The kernel frees the lock with the process
/// (F_OFD_SETLK; fcntl, man 2). Places are drawn from so many that none comes twice, and the file needs not to be as long.
final class HostLivenessLock: Sendable {
    private struct Seat {
        let place: Int64
        let descriptor: Int32
    }

    private let path: String
    private let seat = Mutex<Seat?>(nil)

    /// The file stays: whoever looks for a lock must look into the file that the others have open.
    init(path: String) { self.path = path }

    deinit {
        guard let seat = seat.withLock({ $0 }) else { return }
        _ = mayfly_unlock_byte(seat.descriptor, seat.place)
        close(seat.descriptor)
    }

    /// This host's own place, locked at the first call and until this value goes. Nil where the file system has no such locks.
    func own() -> Int64? {
        seat.withLock { seat in
            if seat == nil { seat = takeSeat() }
            return seat?.place
        }
    }

    /// Whether the host of that place lives; nil where nobody can tell.
    func isTaken(_ place: Int64) -> Bool? {
        // Through a file of its own, for which even this host's lock is another's.
        let descriptor = openFile()
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        let answer = mayfly_is_byte_locked(descriptor, place)
        return answer < 0 ? nil : answer == 1
    }

    private func takeSeat() -> Seat? {
        let descriptor = openFile()
        guard descriptor >= 0 else { return nil }
        // The last bytes that a file can have are left out.
        let place = Int64.random(in: 1..<1 << 62)
        guard mayfly_lock_byte(descriptor, place) == 0 else {
            close(descriptor)
            return nil
        }
        return Seat(place: place, descriptor: descriptor)
    }

    /// No process that is started inherits it: one that did would keep the lock when this one is dead.
    private func openFile() -> Int32 { open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600) }
}
