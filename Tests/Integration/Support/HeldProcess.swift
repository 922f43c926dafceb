import CMayflyLinux
import Glibc
import Testing

/// A process that is held by a pidfd, so that a later process with the same number is not taken for it.
final class HeldProcess: Sendable {
    /// Negative for a process that was gone already.
    private let descriptor: Int32

    /// Holds the process with that number, if there is one.
    init(_ process: Int32) throws {
        descriptor = mayfly_pidfd_open(process)
        try #require(descriptor >= 0 || errno == ESRCH)
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Whether it has ended, as the kernel reports it.
    var hasEnded: Bool {
        var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return descriptor < 0 || poll(&state, 1, 0) == 1
    }
}
