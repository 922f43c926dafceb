internal import Glibc

/// What a process has used so far, asked while it lives.
package struct ProcessUsage {
    /// The most memory at once, in KiB; nil where the process is gone.
    package let peakKiB: Int?
    /// Processor time of all threads, and of children that were waited for.
    package let cpuMicroseconds: Int64

    /// Asks the kernel.
    package init(of process: Int32) {
        peakKiB = ProcessVitals.peakKiB(of: process)
        cpuMicroseconds = Self.cpuMicroseconds(of: process)
    }

    /// The count of the scheduler is finer, but has the first thread only.
    private static func cpuMicroseconds(of process: Int32) -> Int64 {
        let line = KernelFile.text(of: "/proc/\(process)/schedstat")
        let nanoseconds = line?.split(separator: " ").first.flatMap { Int64($0) } ?? 0
        return max(nanoseconds / 1000, ProcessStatus(of: process)?.cpuMicroseconds ?? 0)
    }
}
