internal import CMayflyLinux
internal import Glibc
internal import MayflyABI
internal import MayflyLinux
internal import MayflyModel

/// The process of a worker, and all descriptors that the host has for it. It is used on the event loop only.
///
/// Its owner waits for its end with `reap`, and then calls `close`, which releases everything.
final class ChildProcess {
    /// The descriptors that are watched.
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

    /// The result of a read.
    enum Reading {
        /// Everything was read.
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
    /// The link on which process 1 of a PID namespace, the process of `process`, reports about the worker. Nil if the
    /// process is the worker.
    private var link: WorkerLink?
    /// The worker is stopped until it is ended.
    private var isFrozen = false
    private var suspension: EventLoop.Token?
    /// By the number of the channel.
    private var watches = [EventLoop.Token?](repeating: nil, count: Channel.allCases.count)
    let started = Moment.now
    /// What the process had used of the machine at the last check.
    private(set) var usage: ProcessUsage?
    /// The bytes that were read from all channels.
    private(set) var bytesRead = 0
    /// The bytes that went over the sockets.
    private(set) var bytesSent = 0
    private(set) var bytesReceived = 0

    /// Takes over the process, and this side of the descriptors.
    init(_ process: LaunchedProcess, _ descriptors: WorkerDescriptors, loop: EventLoop) {
        self.process = process
        self.loop = loop
        link = process.link
        control = SocketWriter(descriptors.control.ours)
        completions = SocketWriter(descriptors.completions.ours)
        output = descriptors.output.ours
        box = descriptors.box
        suspension = loop.watchSuspension { [weak self] in self?.suspend($0) }
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

    /// Sends bytes on the control socket, and queues the rest if it is full. If the worker has ended, its pidfd reports
    /// that, with the cause.
    func send(_ bytes: [UInt8]) {
        bytesSent += bytes.count
        control.send(bytes)
        if control.isWaiting { watchOutput(of: .control, true) }
    }

    /// Whether a part of what was sent on the control socket is queued. The queue has no limit of its own: a callback is sent only
    /// when nothing is queued (`WorkerProtocol.handle`).
    var isSending: Bool { control.isWaiting }

    /// The same on the socket for completions, whose queue `Policy.waitingBytes` limits.
    func sendCompletion(_ bytes: [UInt8]) {
        bytesSent += bytes.count
        completions.send(bytes)
        if completions.isWaiting { watchOutput(of: .completions, true) }
    }

    /// Sends queued bytes, as far as the socket takes them now.
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

    /// Passes the data that the control socket has now to `body`, in at most `pieces` reads.
    func readControl(pieces: Int, _ body: (UnsafeRawBufferPointer) -> Void) -> Reading {
        read(.control, pieces: pieces) { piece in
            bytesReceived += piece.count
            body(piece)
        }
    }

    /// After this time no other piece is read in the same round of the loop.
    static let longestReading = Duration.milliseconds(2)

    /// Passes the data that a channel has now to `body`, in at most `pieces` reads and about as long as `longestReading`: a worker
    /// that never stops writing, or whose files are slow to read, must not block the loop for the others.
    func read(_ channel: Channel, pieces: Int, _ body: (UnsafeRawBufferPointer) -> Void) -> Reading {
        let (descriptor, piece) = (descriptor(of: channel), loop.scratch)
        let start = Moment.now
        for _ in 0..<pieces {
            let count = mayfly_read(descriptor, piece.baseAddress, piece.count)
            if count == -Int(EAGAIN) { return .empty }
            guard count > 0 else { return .closed }
            bytesRead += count
            body(UnsafeRawBufferPointer(rebasing: piece[..<count]))
            if count < piece.count { return .empty }
            if start.duration(to: .now) >= Self.longestReading { break }
        }
        return .cut
    }

    // MARK: The process

    /// The process id of the worker itself, for reading its state; nil while it is not known. With a PID namespace, the
    /// process that the host started is process 1, the parent of the worker.
    var workerID: Int32? {
        link?.learnWorker()
        guard let link, link.hasFirstProcess else { return process.id }
        return link.workerID
    }

    /// Records what the process uses while the kernel still reports it.
    func noteUsage() { if let workerID { usage = ProcessUsage(of: workerID, after: usage) } }

    /// Whether the worker has begun to end.
    var isEnding: Bool {
        let id = workerID
        let hasEnded = mayfly_has_ended(link?.worker ?? process.descriptor, 0) == 1
        return hasEnded || id.map { ProcessStatus(of: $0)?.isEnding ?? true } == true
    }

    /// Whether a debugger traces the worker.
    var isTraced: Bool { workerID.flatMap(ProcessStatus.tracer) != nil }

    /// Stops the worker from running, until it is ended.
    func freeze() {
        isFrozen = true
        signal(SIGSTOP)
    }

    /// Stops the worker while the host is stopped, and lets it go on afterwards. One that a debugger traces is left alone:
    /// the debugger would take the signal for one of the program.
    private func suspend(_ begins: Bool) {
        guard !isFrozen, !isTraced else { return }
        signal(begins ? SIGSTOP : SIGCONT)
    }

    private func signal(_ number: Int32) {
        link?.learnWorker()
        _ = mayfly_pidfd_signal(link?.worker ?? process.descriptor, number)
    }

    /// The threads of a worker that run code of the extension for the host.
    enum HostedThread: Sendable {
        case callbacks
        case completions
    }

    /// Has the worker record the stack of a thread in its black box, and end. False if it cannot: it is stopped, or not
    /// known yet, or has ended.
    func endWithStack(of thread: HostedThread) -> Bool {
        guard let id = workerID, let status = ProcessStatus(of: id), !status.isStopped else { return false }
        let number = thread == .callbacks ? MAYFLY_STACK_OF_CALLBACKS : MAYFLY_STACK_OF_COMPLETIONS
        return mayfly_box_ask(link?.worker ?? process.descriptor, Int32(number.rawValue)) == 0
    }

    /// Kills the process. False if it has ended.
    func kill() -> Bool {
        // Kill the worker directly, without waiting until the end of process 1 ends it.
        if let worker = link?.worker { _ = mayfly_pidfd_signal(worker, SIGKILL) }
        return mayfly_pidfd_signal(process.descriptor, SIGKILL) == 0
    }

    /// Reaps the process and returns how the worker ended; nil while the process is alive.
    func reap() -> mayfly_exit? {
        var exit = mayfly_exit()
        // The worker leads its own process group, and its number belongs to the group until it is reaped. Its children
        // are killed with it, unless they left the group.
        Glibc.kill(-process.id, SIGKILL)
        guard mayfly_reap(process.descriptor, &exit) != 0 else { return nil }
        // The kernel reports the end of process 1, which reports the end of the worker.
        if let own = link?.end() { (exit.exited, exit.status) = own }
        return exit
    }

    /// Whether the reaped worker ended before it read its request.
    var hasLostRequest: Bool { link?.hasLostRequest ?? false }

    /// The cause of the end of a process that the host did not kill.
    func cause(of exit: mayfly_exit, within policy: Policy) -> WorkerEnd.Cause {
        if let reason = link?.refusal { return .sandbox(reason: reason) }
        guard exit.exited != 1 else { return .exited(status: exit.status) }
        if exit.status == SIGKILL, process.group?.ranOutOfMemory == true {
            let bounds = ControlGroups.Bounds(policy)
            return .exceeded(.memory, used: bounds.memoryBytes / 1024, limit: policy.memoryLimitKiB)
        }
        // The kernel refused to make a file larger, and does not report the size that was asked for.
        if exit.status == SIGXFSZ, link != nil {
            return .exceeded(.fileSize, used: nil, limit: Resource.largestFile)
        }
        return .crashed(signal: exit.status)
    }

    /// Closes all descriptors of a reaped process, and removes its control group. Returns the contents of its black
    /// box.
    func close() -> BlackBox {
        defer { release() }
        return closeChannels()
    }

    /// Does the same for a killed process that does not end, except that it is still reaped when it ends.
    func leave() -> BlackBox {
        defer { loop.reap(process.descriptor) { _ in self.release() } }
        return closeChannels()
    }

    private func closeChannels() -> BlackBox {
        if let suspension { loop.unwatchSuspension(suspension) }
        suspension = nil
        let contents = BlackBox(descriptor: box)
        for channel in Channel.allCases {
            unwatch(channel)
            if channel != .end { Glibc.close(descriptor(of: channel)) }
        }
        Glibc.close(box)
        link?.closeAll()
        return contents
    }

    /// Releases what a process has until it is reaped.
    private func release() {
        Glibc.close(process.descriptor)
        process.group?.remove()
    }

    /// A line that says what a killed process waits for.
    func reasonToRemain(after time: Duration) -> String {
        ProcessStatus.reasonToRemain([workerID, process.id].compactMap(\.self), after: time)
    }
}

extension Resource {
    /// The size in bytes of the largest file that a worker in a sandbox can make (RLIMIT_FSIZE). No policy changes it.
    /// A lower limit of the host itself applies to workers too.
    fileprivate static var largestFile: Int {
        let most = WorkerContract.largestFile
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 else { return most }
        return Int(min(limit.rlim_max, rlim_t(most)))
    }
}
