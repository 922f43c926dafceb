internal import Glibc

/// That an extension runs in a bundle's folder: its files then stay, also where the bundle is updated or uninstalled (flock, man 2).
///
/// The folder is in use as long as the value exists, also for other processes; the system ends the use with the process.
package final class BundleUse: Sendable {
    private let descriptor: Int32

    /// Nil where the folder is not there, or just being removed.
    package init?(of folder: String) {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        guard flock(descriptor, LOCK_SH | LOCK_NB) == 0 else {
            close(descriptor)
            return nil
        }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Removes the folder by `body`, unless a process uses it. None can begin to, meanwhile.
    static func unlessUsed(_ folder: String, _ body: () -> Void) {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return body() }
        defer { close(descriptor) }
        if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK { return }
        body()
    }
}
