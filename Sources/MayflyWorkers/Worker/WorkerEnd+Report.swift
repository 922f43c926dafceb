internal import CMayflyLinux
internal import CSeccomp
internal import Glibc
internal import MayflyLinux
internal import MayflyModel

extension WorkerEnd {
    /// The report about a reaped process.
    init(
        _ cause: Cause,
        _ exit: mayfly_exit,
        of process: ChildProcess,
        _ exchange: WorkerProtocol,
        _ box: BlackBox,
        _ times: PhaseTimes,
        output: String
    ) {
        self.init(
            cause: cause,
            phase: exchange.phase,
            lifetimeMicroseconds: process.started.microseconds(to: .now),
            // The kernel's account lacks a process that was killed with process 1 of its namespace: the last check has
            // it.
            cpuMicroseconds: max(exit.cpu_microseconds, process.usage?.cpuMicroseconds ?? 0),
            // The kernel's account is that of the process, or of all processes that process 1 has reaped.
            peakMemoryKiB: max(Int(exit.peak_kib), process.usage?.peakKiB ?? 0),
            callbacks: exchange.callbacks,
            calls: exchange.calls,
            times: times,
            bytesSent: process.bytesSent,
            bytesReceived: process.bytesReceived,
            refusedCalls: box.refused.map(SystemCallName.name),
            output: output
        )
    }
}

extension WorkerEnd.Cause {
    /// Whether calls that were made before this end are still carried out: yes for a process that ended by itself, no
    /// for one that the host ended.
    var takesCalls: Bool {
        switch self {
        case .crashed, .exited: true
        default: false
        }
    }
}

/// The names of system calls, by their numbers on this processor.
enum SystemCallName {
    static func name(of number: UInt32) -> String {
        guard let text = mayfly_seccomp_name(Int32(bitPattern: number)) else { return "call \(number)" }
        defer { free(text) }
        return String(cString: text)
    }
}
