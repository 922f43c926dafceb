internal import Glibc

/// Names a process for good, also in a file: its number may name another process later, its number and start together do not.
package struct ProcessIdentity: Hashable, CustomStringConvertible {
    /// Its number.
    package let process: Int32
    /// Ticks from the start of the machine to that of the process (proc_pid_stat, man 5).
    package let start: UInt64
    /// Names the time from one start of the machine to the next.
    private let boot: String

    /// This process.
    package static let own = ProcessIdentity(of: getpid())

    private static let currentBoot =
        KernelFile.lines(of: "/proc/sys/kernel/random/boot_id").first.map(String.init) ?? "unknown"

    /// The process that has this number now; nil where there is none.
    package init?(of process: Int32) {
        guard let status = ProcessStatus(of: process) else { return nil }
        (self.process, start, boot) = (process, status.start, Self.currentBoot)
    }

    /// Reads a description back.
    package init?(_ text: String) {
        let parts = text.split(separator: " ")
        guard parts.count == 3, let process = Int32(parts[0]), process > 0, let start = UInt64(parts[1]) else {
            return nil
        }
        (self.process, self.start, boot) = (process, start, String(parts[2]))
    }

    /// The number, the start and the run of the machine, which `init(_:)` reads back.
    package var description: String { "\(process) \(start) \(boot)" }

    /// Whether it runs still, in this PID namespace.
    package var isAlive: Bool { ProcessIdentity(of: process) == self }
}
