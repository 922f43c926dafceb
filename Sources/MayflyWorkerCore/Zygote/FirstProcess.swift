internal import CMayflyLinux
internal import Glibc
internal import MayflyABI
internal import MayflySandbox

/// Process 1 of a worker's PID namespace. When it ends, the kernel ends all other processes of the namespace.
struct FirstProcess {
    let worker: pid_t
    let pidfd: Int32
    let sandbox: Sandbox

    /// Sends the worker's pidfd to the host, reaps children until the worker ends, sends the worker's status, and ends.
    func watch() -> Never {
        mayfly_name_process("mayfly-init")
        LinkMessage.worker.send(with: [pidfd])
        mayfly_close_from(WorkerContract.firstFree)
        for number: Int32 in 0..<WorkerContract.link { close(number) }
        sandbox.confineFirstProcess()
        mayfly_run_init(worker, WorkerContract.link)
    }
}
