internal import Glibc
internal import MayflyModel

/// What the kernel reports about a process in one line (proc_pid_stat, man 5).
package struct ProcessStatus {
    /// Ticks from the start of the machine to that of the process.
    package let start: UInt64
    /// Whether it has begun to end, and runs no more code of its own (PF_EXITING and PF_SIGNALED of the kernel's flags).
    package let isEnding: Bool
    /// Whether a signal or a debugger has stopped it.
    package let isStopped: Bool
    /// Processor time, with that of children that were waited for.
    package let cpuMicroseconds: Int64

    /// Nil if there is no such process, or if it has ended and is not reaped.
    package init?(of process: Int32) {
        guard let fields = KernelFile.statusFields(of: process), fields.count > 19, fields[0] != "Z", fields[0] != "X",
            let start = UInt64(fields[19])
        else { return nil }
        self.start = start
        isStopped = fields[0] == "T" || fields[0] == "t"
        isEnding = (UInt64(fields[6]) ?? 0) & 0x404 != 0
        let ticks = fields[11...14].compactMap { Int64($0) }.reduce(0, +)
        cpuMicroseconds = ticks * (1_000_000 / Int64(max(1, sysconf(Int32(_SC_CLK_TCK)))))
    }

    /// Whether the first thread of the process has ended, and the process is not reaped.
    package static func hasEndedFirstThread(_ process: Int32) -> Bool {
        KernelFile.statusFields(of: process, most: 2)?.first == "Z"
    }

    /// Whether another thread of a process goes on whose first one has ended. The kernel then tells nothing more of the memory
    /// and the descriptors of the process (proc_pid_status and proc_pid_fdinfo, man 5).
    ///
    /// False for a process that is about to end as a whole: each of its threads has SIGKILL pending, or is ending.
    package static func goesOnWithoutFirstThread(_ process: Int32) -> Bool {
        let threads = OpenFolder("/proc/\(process)/task")?.names().compactMap { Int32($0) } ?? []
        return threads.contains { $0 != process && goesOn($0, of: process) }
    }

    /// A thread that handles its SIGKILL takes it from the pending signals and begins to end. So these are read first.
    private static func goesOn(_ thread: Int32, of process: Int32) -> Bool {
        let pending = KernelFile.line("SigPnd:", of: "/proc/\(process)/task/\(thread)/status")
        guard let pending, let last = UInt64(pending.dropFirst(7).drop { $0 == "\t" }, radix: 16) else { return false }
        return last & 1 << UInt64(SIGKILL - 1) == 0 && Self(of: thread)?.isEnding == false
    }

    /// The process that traces this one, such as a debugger (ptrace, man 2); nil if none does.
    package static func tracer(of process: Int32) -> Int32? {
        let line = KernelFile.line("TracerPid:", of: "/proc/\(process)/status")
        return line.flatMap { Int32($0.dropFirst(10).drop { $0 == "\t" || $0 == " " }) }.flatMap { $0 > 0 ? $0 : nil }
    }

    /// A line that says why a killed process has not ended after some time. `family` has the processes that a debugger
    /// may trace, the one that is to be named first.
    package static func reasonToRemain(_ family: [Int32], after time: Duration) -> String {
        let tracer = family.lazy.compactMap(tracer).first
        let reason = tracer.map { "process \($0) traces it, such as a debugger" } ?? "the kernel does not end it"
        let name = family.first.map { "process \($0)" } ?? "a process"
        return "\(name) was killed and has not ended within \(time.milliseconds) ms: \(reason)"
    }

    /// The process that runs an extension: the only child of process 1 of its PID namespace, which is the one that was launched; the
    /// launched one itself where it has no child.
    package static func worker(of launched: Int32) -> Int32 {
        let children = KernelFile.text(of: "/proc/\(launched)/task/\(launched)/children")
        return children?.split(separator: " ").first.flatMap { Int32($0) } ?? launched
    }

    /// The process and its descendants: the worker of a sandbox is the child of process 1 of its namespace.
    package static func family(of process: Int32) -> [Int32] {
        var family = [process]
        var next = 0
        while next < family.count, family.count < 256 {
            let path = "/proc/\(family[next])/task/\(family[next])/children"
            let children = KernelFile.text(of: path)?.split(separator: " ") ?? []
            family += children.compactMap { Int32($0) }
            next += 1
        }
        return family
    }
}
