internal import Glibc

/// What a process has used so far. It is read while the process is alive.
package struct ProcessUsage {
    /// The peak of its memory, in KiB; nil if the process has ended.
    package let peakKiB: Int?
    /// Processor time of all threads, and of children that were waited for.
    package let cpuMicroseconds: Int64

    /// Reads the values from the kernel.
    package init(of process: Int32) {
        peakKiB = ProcessVitals.peakKiB(of: process)
        cpuMicroseconds = Self.cpuMicroseconds(of: process)
    }

    /// The scheduler's count is more precise, but covers the first thread only.
    private static func cpuMicroseconds(of process: Int32) -> Int64 {
        let line = KernelFile.text(of: "/proc/\(process)/schedstat")
        let nanoseconds = line?.split(separator: " ").first.flatMap { Int64($0) } ?? 0
        return max(nanoseconds / 1000, ProcessStatus(of: process)?.cpuMicroseconds ?? 0)
    }
}
