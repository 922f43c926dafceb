internal import CMayflyLinux
internal import Glibc
internal import MayflyABI
internal import MayflyLinux
internal import MayflyModel

/// The process of a worker, and all descriptors that the host has for it. All of it belongs on the event loop.
///
/// Who makes one waits for its end with `reap`, and then calls `close`: after that nothing of the process is left.
final class ChildProcess {
    /// What is waited for.
    enum Channel: Int, CaseIterable {
        /// The end of the process.
        case end
        /// The control socket.
        case control
        /// The socket on which completions go to the worker. It is only written, and closed.
        case completions
        /// What the extension prints.
        case output
    }

    /// How far a read came.
    enum Reading {
        /// There is nothing more now.
        case empty
        /// There may be more.
        case cut
        /// The other side has closed it.
        case closed
    }

    private let loop: EventLoop
    private let process: LaunchedProcess
    private let output: Int32
    /// See `BlackBox`.
    private let box: Int32
    private var control: SocketWriter
    private var completions: SocketWriter
    /// Where process 1 of a PID namespace, which `process` names, tells of the worker itself. Nil where the process is the
    /// worker.
    private var link: WorkerLink?
    /// By the number of the channel.
    private var watches = [EventLoop.Token?](repeating: nil, count: Channel.allCases.count)
    let started = Moment.now
    /// What the process has used of the machine, at the last look.
    private(set) var usage: ProcessUsage?
    /// What went over the sockets.
    private(set) var bytesSent = 0
    private(set) var bytesReceived = 0

    /// Takes the process over, and this side of the descriptors.
    init(_ process: LaunchedProcess, _ descriptors: WorkerDescriptors, loop: EventLoop) {
        self.process = process
        self.loop = loop
        link = process.link
        control = SocketWriter(descriptors.control.ours)
        completions = SocketWriter(descriptors.completions.ours)
        output = descriptors.output.ours
        box = descriptors.box
    }

    private func descriptor(of channel: Channel) -> Int32 {
        switch channel {
        case .end: process.descriptor
        case .control: control.descriptor
        case .completions: completions.descriptor
        case .output: output
        }
    }

    // MARK: Waiting

    func isWatching(_ channel: Channel) -> Bool { watches[channel.rawValue] != nil }

    /// Calls the handler whenever there is something to read.
    func watch(_ channel: Channel, _ handler: @escaping () -> Void) {
        watches[channel.rawValue] = loop.watch(descriptor(of: channel), handler: handler)
    }

    func unwatch(_ channel: Channel) {
        guard let token = watches[channel.rawValue] else { return }
        watches[channel.rawValue] = nil
        loop.unwatch(descriptor(of: channel), token)
    }

    private func watchOutput(of channel: Channel, _ isWanted: Bool) {
        if let token = watches[channel.rawValue] { loop.watchOutput(descriptor(of: channel), token, isWanted) }
    }

    // MARK: Sending and reading

    /// Sends bytes on the control socket; what does not fit waits. A worker that is gone is noticed, with the cause of its end,
    /// by its process descriptor.
    func send(_ bytes: [UInt8]) {
        bytesSent += bytes.count
        control.send(bytes)
        if control.isWaiting { watchOutput(of: .control, true) }
    }

    /// The same on the socket for completions.
    func sendCompletion(_ bytes: [UInt8]) {
        bytesSent += bytes.count
        completions.send(bytes)
        if completions.isWaiting { watchOutput(of: .completions, true) }
    }

    /// Sends what waits, as far as there is room now.
    func flushControl() {
        guard control.isWaiting else { return }
        control.flush()
        if !control.isWaiting { watchOutput(of: .control, false) }
    }

    /// The same on the socket for completions.
    func flushCompletions() {
        completions.flush()
        if !completions.isWaiting { watchOutput(of: .completions, false) }
    }

    /// How many bytes of completions the worker has not taken yet.
    var waitingCompletionBytes: Int { completions.waitingBytes }

    /// Hands over what the control socket has now.
    func readControl(_ body: (UnsafeRawBufferPointer) -> Void) -> Reading {
        read(.control, pieces: 16) { piece in
            bytesReceived += piece.count
            body(piece)
        }
    }

    /// Hands over what a channel has now, in so many pieces at most: one worker that never stops writing must not keep the loop
    /// from the others.
    func read(_ channel: Channel, pieces: Int, _ body: (UnsafeRawBufferPointer) -> Void) -> Reading {
        let (descriptor, piece) = (descriptor(of: channel), loop.scratch)
        for _ in 0..<pieces {
            let count = mayfly_read(descriptor, piece.baseAddress, piece.count)
            if count == -Int(EAGAIN) { return .empty }
            guard count > 0 else { return .closed }
            body(UnsafeRawBufferPointer(rebasing: piece[..<count]))
            if count < piece.count { return .empty }
        }
        return .cut
    }

    // MARK: The process

    /// The number of the worker's own process, to look at it; nil while it is not known. Process 1 of a PID namespace, which
    /// the host knows first, is only its keeper.
    var workerID: Int32? {
        link?.learnWorker()
        guard let link, link.hasFirstProcess else { return process.id }
        return link.workerID
    }

    /// Looks at what the process uses while it can still be asked.
    func noteUsage() { if let workerID { usage = ProcessUsage(of: workerID) } }

    /// Whether the worker has begun to end.
    var isEnding: Bool {
        let id = workerID
        let hasEnded = mayfly_has_ended(link?.worker ?? process.descriptor, 0) == 1
        return hasEnded || id.map { ProcessStatus(of: $0)?.isEnding ?? true } == true
    }

    /// Stops the worker from running.
    func freeze() {
        link?.learnWorker()
        _ = mayfly_pidfd_signal(link?.worker ?? process.descriptor, SIGSTOP)
    }

    /// Kills the process. False where it is gone.
    func kill() -> Bool {
        // At once, and not only when process 1 has come to its end.
        if let worker = link?.worker { _ = mayfly_pidfd_signal(worker, SIGKILL) }
        return mayfly_pidfd_signal(process.descriptor, SIGKILL) == 0
    }

    /// Reaps the process and gives how the worker ended; nil while the process lives.
    func reap() -> mayfly_exit? {
        var exit = mayfly_exit()
        // The worker leads a group of its own, and until it is reaped the number means that group: what it has forked
        // goes with it, unless it has left the group.
        Glibc.kill(-process.id, SIGKILL)
        guard mayfly_reap(process.descriptor, &exit) != 0 else { return nil }
        // The worker's own end is told by process 1, which is the one that the kernel speaks of.
        if let own = link?.end() { (exit.exited, exit.status) = own }
        return exit
    }

    /// Why a process ended that the host did not end.
    func cause(of exit: mayfly_exit, within policy: Policy) -> WorkerEnd.Cause {
        if let reason = link?.refusal { return .sandbox(reason: reason) }
        guard exit.exited != 1 else { return .exited(status: exit.status) }
        if exit.status == SIGKILL, process.group?.ranOutOfMemory == true {
            let bounds = ControlGroups.Bounds(policy)
            return .exceeded(.memory, used: bounds.memoryBytes / 1024, limit: policy.memoryLimitKiB)
        }
        // The kernel refused to make a file larger, and does not say how large it was to be.
        if exit.status == SIGXFSZ, link != nil {
            return .exceeded(.fileSize, used: nil, limit: Resource.largestFile)
        }
        return .crashed(signal: exit.status)
    }

    /// Closes all descriptors of a process that was reaped, and removes its control group. Gives what its black box says.
    func close() -> BlackBox {
        let contents = BlackBox(descriptor: box)
        for channel in Channel.allCases {
            unwatch(channel)
            Glibc.close(descriptor(of: channel))
        }
        Glibc.close(box)
        link?.closeAll()
        process.group?.remove()
        return contents
    }
}

extension Resource {
    /// The bytes of the largest file that a worker in a sandbox can make (RLIMIT_FSIZE). No policy changes
    /// them. If the host itself may not make a file that large, a worker may not either.
    fileprivate static var largestFile: Int {
        let most = WorkerContract.largestFile
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 else { return most }
        return Int(min(limit.rlim_max, rlim_t(most)))
    }
}
