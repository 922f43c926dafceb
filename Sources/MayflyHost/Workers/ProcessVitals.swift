internal import Glibc

/// What the kernel says of a living process (clock_getcpuclockid, man 3; proc_pid_statm, proc_pid_stat and proc_pid_status,
/// man 5). Nil where the process cannot be asked any more.
enum ProcessVitals {
    /// The processor time of all threads so far. The one question that is cheap enough to be asked of an idle process.
    static func cpuTime(of process: Int32) -> Duration? {
        var clock = clockid_t()
        var time = timespec()
        guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else { return nil }
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// The resident memory that is the process's own and backed by no file, in KiB.
    static func privateKiB(of process: Int32) -> Int? {
        guard let numbers = text("/proc/\(process)/statm")?.split(separator: " "), numbers.count >= 3,
            let resident = Int(numbers[1]), let shared = Int(numbers[2])
        else { return nil }
        return (resident - shared) * (sysconf(Int32(_SC_PAGESIZE)) / 1024)
    }

    static func threads(of process: Int32) -> Int? {
        // The name before it is the process's own, and may hold anything.
        guard let line = text("/proc/\(process)/stat"), let name = line.lastIndex(of: ")") else { return nil }
        let fields = line[name...].split(separator: " ")
        return fields.count > 18 ? Int(fields[18]) : nil
    }

    /// The most resident memory that the process has had, in KiB.
    static func peakKiB(of process: Int32) -> Int? {
        field("VmHWM:", in: "/proc/\(process)/status").flatMap { Int($0) }
    }

    /// The first word after that one, at the beginning of a line.
    private static func field(_ name: String, in path: String) -> Substring? {
        line(name, in: path)?.dropFirst(name.utf8.count).split { $0 == " " || $0 == "\t" }.first
    }

    /// The first line of a small file that begins so.
    static func line(_ beginning: String, in path: String) -> Substring? {
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
