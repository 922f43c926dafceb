internal import Foundation

/// What the kernel says of a living process's memory (proc_pid_status, man 5).
enum ProcessMemory {
    /// The most resident memory that the process has had, in KiB; nil when it cannot be asked.
    static func peakKiB(of process: Int32) -> Int? {
        guard let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") })
        else { return nil }
        return line.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    }
}
