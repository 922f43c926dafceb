internal import Glibc

/// Identifies a process permanently, also in a file: a later process may have the same id, but not the same id and
/// start.
package struct ProcessIdentity: Hashable, CustomStringConvertible {
    /// The process id.
    package let process: Int32
    /// Ticks from the start of the machine to that of the process (proc_pid_stat, man 5).
    package let start: UInt64
    /// Identifies the boot of the machine.
    private let boot: String

    /// This process.
    package static let own = ProcessIdentity(of: getpid())

    private static let currentBoot =
        KernelFile.lines(of: "/proc/sys/kernel/random/boot_id").first.map(String.init) ?? "unknown"

    /// The process that has this id now; nil if there is none.
    package init?(of process: Int32) {
        guard let status = ProcessStatus(of: process) else { return nil }
        (self.process, start, boot) = (process, status.start, Self.currentBoot)
    }

    /// Parses a `description`.
    package init?(_ text: String) {
        let parts = text.split(separator: " ")
        guard parts.count == 3, let process = Int32(parts[0]), process > 0, let start = UInt64(parts[1]) else {
            return nil
        }
        (self.process, self.start, boot) = (process, start, String(parts[2]))
    }

    /// The id, the start and the boot, which `init(_:)` parses.
    package var description: String { "\(process) \(start) \(boot)" }

    /// Whether it is still alive, in this PID namespace.
    package var isAlive: Bool { ProcessIdentity(of: process) == self }
}
