internal import Foundation

/// What the kernel says of a living process's memory (proc_pid_status and proc_pid_statm, man 5).
enum ProcessMemory {
    /// The resident memory that is the process's own and backed by no file, in KiB; nil when it cannot be asked.
    static func privateKiB(of process: Int32) -> Int? {
        guard
            let numbers = try? String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8).split(separator: " "),
            numbers.count >= 3, let resident = Int(numbers[1]), let shared = Int(numbers[2])
        else { return nil }
        return (resident - shared) * (sysconf(Int32(_SC_PAGESIZE)) / 1024)
    }

    /// The most resident memory that the process has had, in KiB; nil when it cannot be asked.
    static func peakKiB(of process: Int32) -> Int? {
        guard let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") })
        else { return nil }
        return line.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    }
}
