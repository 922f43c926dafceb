internal import CMayflyLinux
internal import Glibc
internal import MayflyABI
internal import MayflyModel
internal import MayflySandbox

/// The first steps of a worker that a zygote has forked, up to the moment in which it is like one that was executed.
///
/// In a PID namespace it forks once more: process 1 waits and reports how the worker ended. As process 1 the worker would
/// ignore its own signals: an abort or an alarm of the extension would not end it.
///
/// All that does not depend on an extension is done before the start request comes: a launch does not wait for it.
struct ForkedWorker {
    let request: ZygoteRequest
    var sandbox: Sandbox
    let warmUp: WarmUp?

    mutating func run() -> Never {
        // The host, which is the parent, may end at any moment; from here on the worker ends with it.
        guard mayfly_die_with_host() == 0, !isHostGone else { endProcess(status: 1) }
        // The zygote is not; the host looks at the memory of workers.
        _ = mayfly_be_readable()
        let failures = request.groups.map { write($0, "0", 1) == 1 ? nil : String(cString: strerror(errno)) }
        placeLink()
        if let failure = failures.compactMap(\.self).first { Self.refuse("the control group: \(failure)") }
        if let failure = sandbox.prepareWorker() { Self.refuse(failure) }
        if sandbox.report.isOn(.processes) { split() }
        waitAndBegin()
    }

    /// Whether the host ended before its death could reach this process: its descriptors were closed then.
    private var isHostGone: Bool {
        var link = pollfd(fd: request.link, events: 0, revents: 0)
        return poll(&link, 1, 0) == 1 && link.revents & Int16(POLLHUP) != 0
    }

    /// Keeps the link and closes the zygote's other descriptors: the host takes the end of the zygote's socket for the zygote's
    /// death.
    private func placeLink() {
        // Moved out of the way first, because its number may be below.
        let moved = fcntl(request.link, F_DUPFD, WorkerContract.firstFree)
        request.close()
        close(WorkerContract.zygoteSocket)
        dup2(moved, WorkerContract.link)
        close(moved)
    }

    /// Returns in the worker; the calling process becomes process 1 and does not return.
    private func split() {
        var pidfd: Int32 = -1
        let worker = mayfly_fork(0, 0, &pidfd)
        guard worker >= 0 else { Self.refuse("clone3: \(String(cString: strerror(-worker)))") }
        guard worker == 0 else { FirstProcess(worker: worker, pidfd: pidfd, sandbox: sandbox).watch() }
    }

    private func waitAndBegin() -> Never {
        mayfly_name_process("mayfly-spare")
        // Copies the pages now that the extension's launch would write to.
        warmUp?.run()
        LinkMessage.ready.send()
        guard let start = ReceivedStart.receive(from: WorkerContract.link) else { endProcess() }
        mayfly_name_process("mayfly-worker")
        start.placeDescriptors()
        if let failure = sandbox.enter(start.request) { Self.refuse(failure) }
        if sandbox.report.isOn(.descriptors) { mayfly_close_from(WorkerContract.link) }
        WorkerProcess.begin { sandbox.close() }
    }

    private static func refuse(_ failure: (call: String, result: Int32)) -> Never {
        refuse("\(failure.call): \(String(cString: strerror(-failure.result)))")
    }

    /// Tells the host why there is no worker.
    private static func refuse(_ reason: String) -> Never {
        LinkMessage.refusal("cannot be entered: \(reason)").send()
        endProcess(status: 125)
    }
}

extension LinkMessage {
    /// Sends the message to the host. An error is ignored: when the host is gone, this process ends.
    func send(with files: [Int32] = []) {
        let bytes = bytes
        _ = mayfly_send_packet(WorkerContract.link, bytes, bytes.count, files, files.count)
    }
}
