internal import CMayflyLinux
internal import Glibc

/// Process 1 of a worker's PID namespace: when it ends, the kernel ends all others in it.
struct FirstProcess {
    /// Where the host is told of the worker: first the descriptor that names it, then how it ended.
    static let report: Int32 = 7

    let worker: pid_t
    let pidfd: Int32

    /// Reaps until the worker itself ends, says how, and ends with all that it left behind.
    func watch() -> Never {
        var file = pidfd
        var greeting: UInt8 = 0
        _ = mayfly_send_packet(Self.report, &greeting, 1, &file, 1)
        mayfly_close_from(Self.report + 1)
        for number: Int32 in 0..<Self.report { close(number) }
        while true {
            var status: Int32 = 0
            let ended = waitpid(-1, &status, 0)
            if ended == worker { tell(status) }
            if ended < 0, errno != EINTR { endProcess(status: 1) }
        }
    }

    private func tell(_ status: Int32) -> Never {
        var status = status
        _ = mayfly_send_packet(Self.report, &status, MemoryLayout<Int32>.size, nil, 0)
        endProcess()
    }
}
