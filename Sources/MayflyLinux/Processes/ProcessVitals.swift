internal import Glibc

/// What a running process uses (clock_getcpuclockid, man 3; proc_pid_stat and proc_pid_status, man 5). Nil if the
/// kernel does not report it any more: it tells the memory only while the first thread lives.
package enum ProcessVitals {
    private static let privateParts = ["RssAnon:", "RssShmem:", "VmSwap:", "VmPTE:", "HugetlbPages:"]

    /// The processor time of all threads so far. Only this value is cheap enough to be read for an idle process.
    package static func cpuTime(of process: Int32) -> Duration? {
        var clock = clockid_t()
        var time = timespec()
        guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else { return nil }
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// The memory without a file on a disk, resident or swapped out, in KiB. Shared memory counts too: a worker shares
    /// none with other processes. So do page tables, which a process makes large by reading little of much.
    package static func privateKiB(of process: Int32) -> Int? {
        let parts = KernelFile.numbers(after: privateParts, in: "/proc/\(process)/status")
        return parts.isEmpty ? nil : parts.reduce(0, +)
    }

    /// How many threads the process has.
    package static func threads(of process: Int32) -> Int? {
        guard let fields = KernelFile.statusFields(of: process), fields.count > 17 else { return nil }
        return Int(fields[17])
    }

    /// The bytes that it made the kernel write to disks, minus those that were discarded before they were written
    /// (proc_pid_io, man 5).
    package static func writtenBytes(of process: Int32) -> Int? {
        let parts = KernelFile.numbers(after: ["write_bytes:", "cancelled_write_bytes:"], in: "/proc/\(process)/io")
        return parts.first.map { $0 - parts.dropFirst().reduce(0, +) }
    }

    /// The bytes that it made the kernel read from disks, and not from memory (proc_pid_io, man 5).
    package static func readBytes(of process: Int32) -> Int? {
        KernelFile.numbers(after: ["read_bytes:"], in: "/proc/\(process)/io").first
    }

    /// The peak of the resident memory, in KiB.
    static func peakKiB(of process: Int32) -> Int? {
        KernelFile.numbers(after: ["VmHWM:"], in: "/proc/\(process)/status").first
    }
}
