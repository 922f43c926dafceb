internal import CMayflyLinux
internal import Glibc

/// What the kernel says of a living process (clock_getcpuclockid, man 3; proc_pid_stat and proc_pid_status, man 5). Nil where the process cannot be asked any more.
package enum ProcessVitals {
    /// The processor time of all threads so far. The one question that is cheap enough to be asked of an idle process.
    package static func cpuTime(of process: Int32) -> Duration? {
        var clock = clockid_t()
        var time = timespec()
        guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else { return nil }
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// The memory that is backed by no file of a disk, in KiB, whether it is resident or swapped out: also what the process says
    /// that it shares, which is shared with nobody here.
    package static func privateKiB(of process: Int32) -> Int? {
        let parts = numbers(["RssAnon:", "RssShmem:", "VmSwap:"], in: "/proc/\(process)/status")
        return parts.isEmpty ? nil : parts.reduce(0, +)
    }

    package static func threads(of process: Int32) -> Int? {
        // The name before it is the process's own, and may hold anything.
        guard let line = text("/proc/\(process)/stat"), let name = line.lastIndex(of: ")") else { return nil }
        let fields = line[name...].split(separator: " ")
        return fields.count > 18 ? Int(fields[18]) : nil
    }

    /// What it has had the kernel write to disks, less what it took back before it was written (proc_pid_io, man 5).
    package static func writtenBytes(of process: Int32) -> Int? {
        let parts = numbers(["write_bytes:", "cancelled_write_bytes:"], in: "/proc/\(process)/io")
        return parts.first.map { $0 - parts.dropFirst().reduce(0, +) }
    }

    /// The most resident memory that the process has had, in KiB.
    static func peakKiB(of process: Int32) -> Int? {
        numbers(["VmHWM:"], in: "/proc/\(process)/status").first
    }

    /// The numbers after these words at the beginnings of lines, of those lines that are there. The file is read once.
    private static func numbers(_ names: [String], in path: String) -> [Int] {
        let lines = text(path)?.split(separator: "\n") ?? []
        return names.compactMap { name in
            lines.first { $0.hasPrefix(name) }?.dropFirst(name.utf8.count).split { $0 == " " || $0 == "\t" }.first
                .flatMap { Int($0) }
        }
    }

    /// The first line of a small file that begins so.
    package static func line(_ beginning: String, in path: String) -> Substring? {
        text(path)?.split(separator: "\n").first { $0.hasPrefix(beginning) }
    }

    private static func text(_ path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { piece in
            let count = read(descriptor, piece.baseAddress, piece.count)
            return count > 0 ? String(decoding: piece[..<count], as: UTF8.self) : nil
        }
    }
}
