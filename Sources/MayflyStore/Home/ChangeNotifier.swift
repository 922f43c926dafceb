internal import Glibc

/// Tells `HomeWatcher`s, in this and in other processes, that something was written and can be read now.
///
/// SQLite's own writes tell it too early: the last file that it changes with a system call is the log, and what is in
/// there is seen only once the index in shared memory says so, a moment later and without a sound.
final class ChangeNotifier: Sendable {
    private let descriptor: Int32

    /// Where the file cannot be made, nobody hears of writes at once; windows take them up with their next step.
    init(_ path: String) {
        descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// To be called after each commit. The byte is only there to be written.
    func ring() {
        guard descriptor >= 0 else { return }
        var byte: UInt8 = 0
        _ = pwrite(descriptor, &byte, 1, 0)
    }
}
