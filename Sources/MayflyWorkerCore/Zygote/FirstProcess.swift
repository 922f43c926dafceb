internal import CMayflyLinux
internal import Glibc
internal import MayflySandbox

/// Process 1 of a worker's PID namespace: when it ends, the kernel ends all others in it.
struct FirstProcess {
    let worker: pid_t
    let pidfd: Int32
    let sandbox: Sandbox

    /// Tells the host which process the worker is. Reaps until the worker itself ends, says how, and ends with all that it left behind.
    func watch() -> Never {
        var file = pidfd
        var greeting: UInt8 = 0
        mayfly_name_process("mayfly-init")
        _ = mayfly_send_packet(ForkedWorker.link, &greeting, 1, &file, 1)
        mayfly_close_from(ForkedWorker.link + 1)
        for number: Int32 in 0..<ForkedWorker.link { close(number) }
        sandbox.confineFirstProcess()
        mayfly_run_init(worker, ForkedWorker.link)
    }
}
