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

    /// How many descriptors the process has open.
    package static func descriptors(of process: Int32) -> Int? { names(in: "/proc/\(process)/fd")?.count }

    /// How often its threads gave up the processor of themselves: about once a wake-up. At most 256 threads are looked at.
    package static func wakeUps(of process: Int32) -> Int? {
        guard let threads = names(in: "/proc/\(process)/task", atMost: 256), !threads.isEmpty else { return nil }
        return threads.reduce(0) { sum, thread in
            let path = "/proc/\(process)/task/\(thread)/status"
            return sum + (KernelFile.numbers(after: ["voluntary_ctxt_switches:"], in: path).first ?? 0)
        }
    }

    /// How long its first thread could have run and waited for a processor that others had (sched-stats, kernel documentation).
    package static func waitForProcessor(of process: Int32) -> Duration? {
        let fields = KernelFile.text(of: "/proc/\(process)/schedstat")?.split(separator: " ") ?? []
        return fields.count > 1 ? Int64(fields[1]).map { .nanoseconds($0) } : nil
    }

    private static func names(in folder: String, atMost most: Int = .max) -> [String]? {
        OpenFolder(folder)?.names(atMost: most)
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
