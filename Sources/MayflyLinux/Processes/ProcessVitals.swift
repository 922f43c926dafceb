internal import Glibc

/// What a living process uses (clock_getcpuclockid, man 3; proc_pid_stat and proc_pid_status, man 5). Nil where the process
/// cannot be asked any more.
package enum ProcessVitals {
    /// The processor time of all threads so far. The one question that is cheap enough to be asked of an idle process.
    package static func cpuTime(of process: Int32) -> Duration? {
        var clock = clockid_t()
        var time = timespec()
        guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else { return nil }
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// The memory that is backed by no file of a disk, in KiB, whether it is resident or swapped out. Shared memory counts too:
    /// a worker has nobody to share it with.
    package static func privateKiB(of process: Int32) -> Int? {
        let parts = KernelFile.numbers(after: ["RssAnon:", "RssShmem:", "VmSwap:"], in: "/proc/\(process)/status")
        return parts.isEmpty ? nil : parts.reduce(0, +)
    }

    /// How many threads the process has.
    package static func threads(of process: Int32) -> Int? {
        guard let fields = KernelFile.statusFields(of: process), fields.count > 17 else { return nil }
        return Int(fields[17])
    }

    /// What it has had the kernel write to disks, less what it took back before it was written (proc_pid_io, man 5).
    package static func writtenBytes(of process: Int32) -> Int? {
        let parts = KernelFile.numbers(after: ["write_bytes:", "cancelled_write_bytes:"], in: "/proc/\(process)/io")
        return parts.first.map { $0 - parts.dropFirst().reduce(0, +) }
    }

    /// The most resident memory that the process has had, in KiB.
    static func peakKiB(of process: Int32) -> Int? {
        KernelFile.numbers(after: ["VmHWM:"], in: "/proc/\(process)/status").first
    }
}
