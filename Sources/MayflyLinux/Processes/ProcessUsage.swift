internal import Glibc

/// What a process has used so far. It is read while the process is alive.
package struct ProcessUsage {
    /// The peak of its memory, in KiB; nil if the process had ended before it was read.
    package let peakKiB: Int?
    /// Processor time of all threads, and of children that were waited for.
    package let cpuMicroseconds: Int64

    /// Reads the values from the kernel. What it does not report any more remains as it was read before.
    package init(of process: Int32, after earlier: Self?) {
        peakKiB = ProcessVitals.peakKiB(of: process) ?? earlier?.peakKiB
        cpuMicroseconds = max(Self.cpuMicroseconds(of: process), earlier?.cpuMicroseconds ?? 0)
    }

    /// The scheduler's count is more precise, but covers the first thread only.
    private static func cpuMicroseconds(of process: Int32) -> Int64 {
        let line = KernelFile.text(of: "/proc/\(process)/schedstat")
        let nanoseconds = line?.split(separator: " ").first.flatMap { Int64($0) } ?? 0
        return max(nanoseconds / 1000, ProcessStatus(of: process)?.cpuMicroseconds ?? 0)
    }
}
