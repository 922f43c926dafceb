internal import Glibc
internal import MayflyLinux
internal import MayflyModel

/// What a program does before its first task.
package enum ProcessSetup {
    /// The threads of the runtime and of the host's event loop, without which no command works.
    private static let threads = 3
    /// What several extensions with their helper processes and the database need.
    private static let descriptors = 48

    /// Checks what every command needs. A problem is printed, and its exit status given.
    package static func problem() -> ExitStatus? {
        // A write to a closed pipe fails instead, so that what is open is closed in order. Started programs get the default action.
        signal(SIGPIPE, SIG_IGN)
        holdStandardDescriptors()
        leaveOutBacktracer()
        // The arguments are read from /proc, too: without it, every command would look like a command without arguments.
        guard !CommandLine.arguments.isEmpty else {
            Output.complain("/proc is not mounted; every command needs it")
            return .failed
        }
        do throws(MayflyError) {
            try DescriptorCheck.require(descriptors)
            try ThreadCheck.require(threads)
            return nil
        } catch {
            Output.complain(error.message)
            return .failed
        }
    }

    /// At a terminal, the runtime's backtracer holds a program that has trapped for half a minute, and no limit holds for its workers
    /// meanwhile. Who wants it sets SWIFT_BACKTRACE.
    private static func leaveOutBacktracer() {
        guard getenv("SWIFT_BACKTRACE") == nil else { return }
        for number in [SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV] { signal(number, SIG_DFL) }
    }

    /// Opens each of the descriptors 0 to 2 that is closed in a way that refuses its use. Otherwise one of the host's own
    /// files would get the number, and the output would be written into it.
    private static func holdStandardDescriptors() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}
