internal import CMayflyLinux
internal import Glibc
internal import MayflyABI
internal import MayflyModel
internal import MayflySandbox

/// The first steps of a worker that a zygote has forked, until it is in the same state as one that was executed.
///
/// In a PID namespace it forks again: process 1 waits and reports how the worker ended. If the worker were process 1,
/// the kernel would ignore signals that it sends to itself, such as those of abort and alarm.
///
/// Everything that does not depend on an extension is done before the start request arrives, so that a launch does not
/// wait for it.
struct ForkedWorker {
    let request: ZygoteRequest
    var sandbox: Sandbox
    let warmUp: WarmUp?

    mutating func run() -> Never {
        // From here on the worker ends with the host, its parent, which may end at any moment.
        guard mayfly_die_with_host() == 0, !Self.isHostGone(request.link) else { endProcess(status: 1) }
        // The zygote is unreadable; a worker must be readable, because the host measures its memory.
        _ = mayfly_be_readable()
        let failures = request.groups.map { write($0, "0", 1) == 1 ? nil : String(cString: strerror(errno)) }
        placeLink()
        if let failure = failures.compactMap(\.self).first { Self.refuse("the control group: \(failure)") }
        if let failure = sandbox.prepareWorker() { Self.refuse(failure) }
        if sandbox.report.isOn(.processes) { split() }
        waitAndBegin()
    }

    /// Whether the host ended before this process asked to end with it: the host's end of the link is then closed.
    private static func isHostGone(_ link: Int32) -> Bool {
        var link = pollfd(fd: link, events: 0, revents: 0)
        return poll(&link, 1, 0) == 1 && link.revents & Int16(POLLHUP) != 0
    }

    /// Keeps the link and closes the zygote's other descriptors: if the worker kept the zygote's socket open, the host
    /// would not notice the end of the zygote.
    private func placeLink() {
        // Duplicated to a high number first, because its own number may be closed or reused below.
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
        if let failure = sandbox.showOwnProcess() { Self.refuse(failure) }
    }

    private func waitAndBegin() -> Never {
        mayfly_name_process("mayfly-spare")
        // Write now to the pages that the launch would write to, so that they are already copied.
        warmUp?.run()
        LinkMessage.ready.send()
        enter()
        // With its user, it may have lost and renewed the signal for the death of its parent.
        guard !Self.isHostGone(WorkerContract.link) else { endProcess(status: 1) }
        if sandbox.report.isOn(.descriptors) { mayfly_close_from(WorkerContract.link) }
        sandbox.holdOwnProcess()
        WorkerProcess.begin { sandbox.close() }
    }

    /// Waits for the extension and enters the layers that depend on it. When it returns, this process has forgotten what the request
    /// told of the host's folders.
    private func enter() {
        guard var start = ReceivedStart(from: WorkerContract.link) else { endProcess() }
        mayfly_name_process("mayfly-worker")
        start.placeDescriptors()
        if let failure = sandbox.enter(start.request, mounts: start.mounts) { Self.refuse(failure) }
    }

    private static func refuse(_ failure: (call: String, result: Int32)) -> Never {
        // The library was replaced: the error number says nothing more.
        guard failure.result != -ESTALE else { refuse(failure.call) }
        refuse("\(failure.call): \(String(cString: strerror(-failure.result)))")
    }

    /// Reports to the host why there is no worker.
    private static func refuse(_ reason: String) -> Never {
        LinkMessage.refusal("cannot be entered: \(reason)").send()
        endProcess(status: 125)
    }
}

extension LinkMessage {
    /// Sends the message to the host. An error is ignored: if the host has ended, this process ends, too.
    func send(with files: [Int32] = []) {
        let bytes = bytes
        _ = mayfly_send_packet(WorkerContract.link, bytes, bytes.count, files, files.count)
    }
}
