internal import CMayflyLinux
internal import Glibc
internal import MayflyABI
internal import MayflySandbox

/// Process 1 of a worker's PID namespace: when it ends, the kernel ends all others in it.
struct FirstProcess {
    let worker: pid_t
    let pidfd: Int32
    let sandbox: Sandbox

    /// Reports the worker's pidfd to the host, reaps until the worker ends, reports its status, and ends, and with it all processes
    /// of the namespace.
    func watch() -> Never {
        mayfly_name_process("mayfly-init")
        LinkMessage.worker.send(with: [pidfd])
        mayfly_close_from(WorkerContract.firstFree)
        for number: Int32 in 0..<WorkerContract.link { close(number) }
        sandbox.confineFirstProcess()
        mayfly_run_init(worker, WorkerContract.link)
    }
}
