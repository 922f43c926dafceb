internal import Glibc

/// Notifies the `HomeWatcher`s of this and of other processes that a committed change can be read.
///
/// Watching SQLite's own files would be too early: its last system call in a commit writes the log, but readers see the
/// new frames only after the index in shared memory is updated, which no system call shows.
final class ChangeNotifier: Sendable {
    private let descriptor: Int32

    /// Opens or creates the file. Where that fails, watchers are not notified, and windows read changes at their next
    /// step.
    init(_ path: String) {
        // Without waiting: another file that has the name may be a FIFO.
        descriptor = open(path, O_RDWR | O_CREAT | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW, 0o600)
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Writes a new mark to the file. It must be called after the commit.
    func notify() {
        guard descriptor >= 0 else { return }
        // By chance: programs do not have to agree on the next one.
        var mark = UInt64.random(in: .min ... .max)
        _ = pwrite(descriptor, &mark, MemoryLayout<UInt64>.size, 0)
    }

    /// What is in the file: another one after each call of `notify`, by any program. Nil where it cannot be read.
    var mark: UInt64? {
        guard descriptor >= 0 else { return nil }
        var mark: UInt64 = 0
        return pread(descriptor, &mark, MemoryLayout<UInt64>.size, 0) == MemoryLayout<UInt64>.size ? mark : nil
    }
}
