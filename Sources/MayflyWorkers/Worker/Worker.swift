internal import Glibc
package import MayflyABI
internal import MayflyLinux
package import MayflyModel

/// One worker process: starts it, speaks its protocol, holds it to its deadlines and limits, ends and reaps it.
///
/// It runs on the event loop. What happens is told to `sink`, in order, ending with `WorkerEvent.ended` on every path;
/// from then on nothing of the process is left. The sink may call the worker at once: no part of it is in use meanwhile.
package actor Worker: LoopActor {
    private enum Life {
        /// Made, not started.
        case idle
        /// Started. There is a process once it is launched.
        case running
        /// Killed, or ending by itself; what for is settled.
        case ending(WorkerEnd.Cause)
        /// Gone; what it printed last waits until the owner can take it.
        case reporting(WorkerEnd, BlackBox?)
        case ended
    }

    package nonisolated let loop: EventLoop
    private let launcher: any WorkerLauncher
    private let policy: Policy
    private let sink: @Sendable (WorkerEvent) -> Void
    /// The calls, violations and lines that the owner has not dealt with.
    private nonisolated let reports: ReportQueue
    /// The processor time that the host has spent on it.
    private nonisolated let hostBudget: CPUBudget
    private var life = Life.idle
    /// From the launch of the process until it is reaped.
    private var process: ChildProcess?
    private var exchange = WorkerProtocol()
    private var output: OutputReader
    private var monitor: ResourceMonitor
    private var folder: FolderMonitor
    private var deadlines: Deadlines
    private var isFrozen = false
    private var privateFolder = ""
    private let begun = Moment.now
    private var times = PhaseTimes()

    package init(
        launcher: any WorkerLauncher,
        policy: Policy,
        loop: EventLoop,
        sink: @escaping @Sendable (WorkerEvent) -> Void
    ) {
        self.launcher = launcher
        self.policy = policy
        self.loop = loop
        self.sink = sink
        reports = ReportQueue(policy)
        hostBudget = CPUBudget(policy)
        output = OutputReader(policy)
        monitor = ResourceMonitor(policy)
        folder = FolderMonitor(policy)
        deadlines = Deadlines(loop: loop)
    }

    /// Microseconds since the launch began.
    private var elapsed: Int64 { begun.microseconds(to: .now) }

    // MARK: What the owner asks for

    /// Starts the process and has it open the library. Throws when there is no process; every later failure is an end.
    ///
    /// Returns the paths by which the extension knows its folders.
    @discardableResult
    package func start(_ order: LaunchRequest) async throws(MayflyError) -> WorkerFolders {
        defer { close(order.library) }
        guard case .idle = life else { throw MayflyError(.internalFault, "a worker is started only once") }
        life = .running
        lookAtFoundFiles(in: order.privateFolder)
        let launched = try await launch(order)
        times.spawned = elapsed
        privateFolder = order.privateFolder
        let folders = launched.folders ?? .unmoved(order)
        let frames = exchange.open(order, in: folders)
        setDeadline(.launch, after: policy.launch) {
            $0.end(.launchTimeout(milliseconds: $0.policy.launch.milliseconds))
        }
        sink(.spawned(process: launched.id))
        for frame in frames { process?.send(frame.bytes) }
        return folders
    }

    private func launch(_ order: LaunchRequest) async throws(MayflyError) -> LaunchedProcess {
        let descriptors = try WorkerDescriptors()
        let launched: LaunchedProcess
        do {
            launched = try await launcher.launch(descriptors.files(with: order.library), order, within: policy)
        } catch {
            descriptors.closeAll()
            throw error
        }
        descriptors.closeTheirs()
        process = ChildProcess(launched, descriptors, loop: loop)
        for channel in [ChildProcess.Channel.control, .completions, .output, .end] { watch(channel) }
        return launched
    }

    /// Calls a callback of the extension; `WorkerEvent.returned` answers, or the worker ends at the deadline.
    ///
    /// In one that may take more time, the extension may move the deadline, by up to `Policy.moreTime` in all of a launch.
    package func callBack(
        _ function: Function,
        _ arguments: [Value],
        deadline: Duration,
        mayTakeMoreTime: Bool
    ) {
        switch exchange.call(function, arguments) {
        case .notPossible: return
        case .tooLarge(let size): skip(function, size)
        case .frame(let bytes):
            if function === Table.willResignActive { times.resigned = elapsed }
            deadlines.beginCallback(limit: deadline, mayTakeMoreTime: mayTakeMoreTime) { [weak self] in
                self?.onLoop { $0.callbackIsLate() }
            }
            if deadlines.isSet(.look), monitor.wake() { lookLater() }
            process?.send(bytes)
        }
    }

    /// Arguments that no frame can carry are not the extension's fault: it is not told, and goes on.
    private func skip(_ function: Function, _ size: Int) {
        reports.add(0)
        let reason = "\(function.name) is not delivered: its arguments have \(size) bytes, over \(Frame.largest)"
        sink(.violated(function: function.name, MessageError(.limitExceeded, reason)))
        sink(.returned(function, .null, microseconds: 0))
    }

    /// Answers a call of that function.
    package func complete(_ token: UInt64, of function: Function, with answer: CallAnswer) {
        guard !isFrozen, let bytes = exchange.complete(token, of: function, with: answer) else { return }
        if !deadlines.isSet(.completion) { expectCompletion() }
        process?.sendCompletion(bytes)
    }

    /// The extension is on screen: the launch is over.
    package func launchCompleted() {
        if times.launched == nil { times.launched = elapsed }
        deadlines.clear(.launch)
    }

    /// The person closes the extension: it has `Policy.closing` to come to its end, however many callbacks that takes.
    package func beginClosing() {
        guard !deadlines.isSet(.closing) else { return }
        setDeadline(.closing, after: policy.closing) {
            let callback = $0.exchange.phase ?? "close"
            $0.end(.unresponsive(callback: callback, milliseconds: $0.policy.closing.milliseconds))
        }
    }

    /// Stops the process from running, until it is ended.
    ///
    /// Nothing is expected of it from now on: its deadlines are off, and its open completions are dropped (3.2).
    package func freeze() {
        guard let process else { return }
        deadlines.clearAll()
        isFrozen = true
        process.freeze()
    }

    /// Ends the process, which lingers, before its time.
    func evict(_ reason: WorkerEnd.Eviction) { end(.evicted(reason)) }

    /// Ends the process, without asking it: now, or after that time.
    package func finish(after delay: Duration = .zero) {
        guard delay > .zero else { return end(.finished) }
        _ = loop.schedule(after: delay) { [weak self] in self?.onLoop { $0.end(.finished) } }
    }

    // MARK: What the owner says from any thread

    /// The owner has dealt with a call, a violation or a printed line that it was told of.
    ///
    /// It goes on at once: in a flood the loop hears of it once for half of what may wait.
    package nonisolated func reportTaken() {
        guard reports.take() else { return }
        loop.run { [weak self] in self?.onLoop { $0.goOn() } }
    }

    /// The owner has read a file of so many bytes for a call of the extension's.
    package nonisolated func noteTransfer(of bytes: Int) {
        loop.run { [weak self] in
            self?.onLoop { worker in
                if let excess = worker.monitor.countTransfer(of: bytes) { worker.end(excess) }
            }
        }
    }

    // MARK: The event loop

    private func watch(_ channel: ChildProcess.Channel) {
        guard let process, !process.isWatching(channel) else { return }
        process.watch(channel) { [weak self] in self?.onLoop(channel) { $0.isReady($1) } }
    }

    private func isReady(_ channel: ChildProcess.Channel) {
        switch channel {
        case .end: processEnded()
        case .control:
            process?.flushControl()
            readControl()
        case .completions: completionsAreReady()
        case .output: readOutput()
        }
    }

    private func setDeadline(
        _ kind: Deadlines.Kind,
        after delay: Duration,
        _ body: @escaping @Sendable (isolated Worker) -> Void
    ) {
        deadlines.set(kind, after: delay) { [weak self] in self?.onLoop(body) { $1($0) } }
    }

    private func callbackIsLate() {
        guard let limit = deadlines.callbackLimit, let callback = exchange.phase else { return }
        end(.unresponsive(callback: callback, milliseconds: limit.milliseconds))
    }

    private func expectCompletion() {
        setDeadline(.completion, after: policy.callback) {
            $0.end(.unresponsive(callback: "completion", milliseconds: $0.policy.callback.milliseconds))
        }
    }

    // MARK: Frames

    private func readControl() {
        guard let process else { return }
        let reading = process.readControl { exchange.append($0) }
        takeFrames()
        guard case .closed = reading else { return }
        process.unwatch(.control)
        endSoonUnlessEnding()
    }

    /// A process that ends closes its sockets a moment before it can be reaped, a longer one on a busy machine. One that lives
    /// on is ended; so is one that has begun to end and does not come to it, as when a thread outlives the first one.
    private func endSoonUnlessEnding(checks: Int = 50) {
        _ = loop.schedule(after: .milliseconds(100)) { [weak self] in
            self?.onLoop { worker in
                if checks > 0, worker.process?.isEnding == true {
                    worker.endSoonUnlessEnding(checks: checks - 1)
                } else {
                    worker.end(.channelClosed)
                }
            }
        }
    }

    /// Completions come back on the control socket; this one is only written, and closed.
    private func completionsAreReady() {
        guard let process else { return }
        let wasFull = leavesAnswers
        process.flushCompletions()
        if wasFull, !leavesAnswers { goOn() }
        if case .closed = process.read(.completions, pieces: 16, { _ in }) { process.unwatch(.completions) }
    }

    /// Takes what has come, up to the reports that may wait. Then the socket is left to fill up, which
    /// stops the extension in its next call until the owner has caught up; its deadline goes on.
    private func takeFrames() {
        do throws(WireError) {
            while !mustHoldBack(), let frame = try exchange.next() { carryOut(try effect(of: frame), of: frame) }
        } catch {
            end(.protocolViolation(error.description))
        }
        if mustHoldBack() { process?.unwatch(.control) }
    }

    /// Whether nothing more is read until the owner has caught up, or the extension has taken the answers to what it asked.
    private func mustHoldBack() -> Bool {
        if case .ending = life { return false }
        return leavesAnswers || reports.holdsBack()
    }

    /// Whether more answers wait for the extension than may. Its deadline for the first of them goes on.
    private var leavesAnswers: Bool { (process?.waitingCompletionBytes ?? 0) > policy.waitingBytes }

    private func goOn() {
        reportRest()
        guard process != nil else { return }
        watch(.control)
        readOutput()
        takeFrames()
    }

    /// Reading the clocks takes as long as decoding a small frame, so that only large calls are on the extension's account.
    private func effect(of frame: Frame) throws(WireError) -> WorkerProtocol.Effect {
        guard frame.kind == .call, frame.payload.count >= 4096 else { return try exchange.handle(frame) }
        return try CPUAccounting.charge(self) { () throws(WireError) in try exchange.handle(frame) }
    }

    private func carryOut(_ effect: WorkerProtocol.Effect, of frame: Frame) {
        switch effect {
        case .none: break
        case .refused(let reason): end(.refused(reason: reason))
        case .opened:
            monitor.begin()
            lookLater()
            times.opened = elapsed
            sink(.opened)
        case .returned(let function, let result):
            let microseconds = deadlines.endCallback()
            sink(.returned(function, result, microseconds: microseconds))
        case .called(let function, let arguments, let completion):
            guard countReport(of: frame) else { return }
            if function.isKept, let excess = monitor.countTransfer(of: frame.payload.count) { return end(excess) }
            sink(.called(function, arguments, completion: completion))
        case .askedForTime(let arguments, let completion):
            guard countReport(of: frame) else { return }
            let time = deadlines.giveTime(arguments, within: policy.moreTime)
            sink(.askedForTime(arguments, completion: completion, time))
        case .completionReturned(let pending):
            deadlines.clear(.completion)
            if pending > 0 { expectCompletion() }
            sink(.completionReturned)
        case .violated(let function, let error):
            guard countReport(of: frame) else { return }
            sink(.violated(function: function, error))
        }
    }

    /// Counts a call or a violation. False when it is one too many, and the end.
    private func countReport(of frame: Frame) -> Bool {
        if let excess = monitor.countCall() {
            end(excess)
            return false
        }
        reports.add(frame.payload.count)
        return true
    }

    // MARK: Output

    private func readOutput() {
        guard let process, !deadlines.isSet(.output) else { return }
        // What is left then is taken when the process has ended.
        if case .ending = life { return process.unwatch(.output) }
        output.advance()
        var reading = ChildProcess.Reading.cut
        var pieces = output.pieces
        var isThrough = reportLines()
        while isThrough, case .cut = reading, pieces > 0 {
            pieces -= 1
            reading = process.read(.output, pieces: 1) { output.append($0) }
            isThrough = reportLines()
        }
        if !isThrough, output.isOverRate { holdPrinting() } else { output.relax() }
        if case .closed = reading { return process.unwatch(.output) }
        if !isThrough || mustHoldBack() { process.unwatch(.output) } else { watch(.output) }
    }

    /// Reports the lines that were read. False when some are left: they would be more than may wait, or than it may print.
    private func reportLines() -> Bool {
        while true {
            guard !output.isOverRate, !mustHoldBack() else { return !output.hasLine }
            guard let line = output.nextLine() else { return true }
            report(line: line)
        }
    }

    private func report(line: String) {
        reports.add(line.utf8.count)
        sink(.printed(line))
    }

    private func holdPrinting() {
        if let excess = output.hold() { return end(excess) }
        setDeadline(.output, after: OutputReader.pause) { worker in
            worker.deadlines.clear(.output)
            worker.readOutput()
        }
    }

    /// Reports what an ended process has printed, as fast as the owner takes it, and then its end.
    private func reportRest() {
        guard case .reporting(let end, let box) = life else { return }
        if !reportLines() {
            guard output.isOverRate else { return }
            report(line: output.dropRest())
        }
        if let line = output.rest() { report(line: line) }
        life = .ended
        sink(.ended(end, box))
    }

    // MARK: Limits

    private func lookLater() { setDeadline(.look, after: monitor.delay) { $0.look() } }

    private func look() {
        deadlines.clear(.look)
        guard monitor.hasBegun, let process, !isFrozen else { return }
        if let id = process.workerID, monitor.isActive(cpuTime: ProcessVitals.cpuTime(of: id)) {
            folder.noteActivity()
            process.noteUsage()
            let finding = monitor.judge(ResourceMonitor.Reading(of: id))
            if let kibibytes = finding.shortMemory {
                sink(.memoryIsShort(kibibytes: kibibytes, limit: policy.memoryLimitKiB))
            }
            if let excess = finding.excess { return end(excess) }
        }
        weighFolder(of: process)
        lookLater()
    }

    /// Looks at what lies in the private folder before the extension's code runs, while its process is started. A look that
    /// takes longer leaves out what was written meanwhile.
    private func lookAtFoundFiles(in path: String) {
        folder.walk(path, until: .now, on: loop) { [weak self] use in self?.onLoop(use) { $0.folder.noteFound($1) } }
    }

    private func weighFolder(of process: ChildProcess) {
        guard folder.beginWalk(written: { process.workerID.flatMap(ProcessVitals.writtenBytes) ?? 0 }) else { return }
        folder.walk(privateFolder, on: loop) { [weak self] use in self?.onLoop(use) { $0.endWalk($1) } }
    }

    private func endWalk(_ use: FolderUse?) {
        let age = process?.started.duration(to: .now)
        let excess = folder.endWalk(isFrozen || age == nil ? nil : use, age: age ?? .zero)
        if let excess { end(excess) }
    }

    // MARK: The end

    /// Settles why the process ends, and kills it. Only the first reason counts.
    private func end(_ cause: WorkerEnd.Cause) {
        guard let process, case .running = life else { return }
        beginEnding(cause)
        process.noteUsage()
        if process.kill() {
            times.killed = elapsed
            sink(.killed)
        }
    }

    private func beginEnding(_ cause: WorkerEnd.Cause) {
        deadlines.clearAll()
        life = .ending(cause)
        exchange.close(takesCalls: cause.takesCalls)
    }

    /// The kernel says that the process is gone: takes what it still said, reaps it and lets go of everything.
    private func processEnded() {
        guard let process, let exit = process.reap() else { return }
        deadlines.clearAll()
        if case .running = life { beginEnding(process.cause(of: exit, within: policy)) }
        readControl()
        // The pipe holds no more than is read at once.
        _ = process.read(.output, pieces: 16) { output.append($0) }
        output.end()
        guard case .ending(let cause) = life else { return }
        times.reaped = elapsed
        let box = process.close()
        self.process = nil
        // Where the signal is another one, the box tells of a crash that did not end it.
        let crash = if case .crashed(box.signal) = cause, box.hasCrash { box } else { BlackBox?.none }
        let report = WorkerEnd(cause, exit, of: process, exchange, box, times, output: output.tail)
        life = .reporting(report, crash)
        reportRest()
    }
}

extension Worker: CPUAccount {
    /// Whether the host has spent more on it than it may, and does nothing more for it.
    package nonisolated var isOverBudget: Bool { hostBudget.isOverBudget }

    package nonisolated func noteHostTime(_ time: Duration) {
        guard let used = hostBudget.add(time) else { return }
        loop.run { [weak self] in self?.onLoop { $0.end($0.monitor.hostTimeExceeded(used)) } }
    }
}
