internal import CMayflyLinux
internal import Dispatch
internal import Glibc
package import MayflyABI
internal import MayflyLinux
package import MayflyModel

/// One worker process: starts it, speaks its protocol, enforces its deadlines and limits, ends and reaps it.
///
/// It runs on the event loop. It reports events to `sink`, in order; the last one on every path is `WorkerEvent.ended`,
/// and then the process is reaped and all its descriptors are closed. The sink may call the worker at once: it is
/// called only when the worker's state is consistent.
package actor Worker: LoopActor {
    private enum Life {
        /// Created, not started.
        case idle
        /// Started. It has a process when the launch is done.
        case running
        /// Killed, or ending by itself; the cause is known.
        case ending(WorkerEnd.Cause)
        /// Reaped. Its private folder is measured a last time.
        case measuring(WorkerEnd, BlackBox?, age: Duration)
        /// Reaped. Its last output waits until the owner can take it.
        case reporting(WorkerEnd, BlackBox?)
        case ended
    }

    /// Handling fewer bytes takes about as long as reading the clocks.
    private static let fewBytes = 4096
    /// How often a worker that is debugged is looked at.
    private static let debuggerCheck = Duration.milliseconds(50)

    package nonisolated let loop: EventLoop
    private let launcher: any WorkerLauncher
    private let policy: Policy
    private let watcher: (any FrameWatcher)?
    private let sink: @Sendable (WorkerEvent) -> Void
    /// The calls, violations and lines that the owner has not handled.
    private nonisolated let reports: ReportQueue
    /// The processor time that the host has spent on the worker.
    private nonisolated let hostBudget: CPUBudget
    private var life = Life.idle
    /// From the launch of the process until it is reaped.
    private var process: ChildProcess?
    private var exchange = WorkerProtocol()
    private var output: OutputReader
    private var monitor: ResourceMonitor
    private var folder: FolderMonitor
    private var deadlines: Deadlines
    /// When the process was stopped; nil while it may run.
    private var frozenSince: Moment?
    private var reads = ReadAccounting()
    /// How many frames of the worker were handled.
    private var frames = 0
    /// What is sent when a debugger has attached.
    private var heldFrames: [Frame] = []
    private var privateFolder = ""
    private var pending = PendingLaunch()
    private let begun = Moment.now
    private var times = PhaseTimes()

    package init(
        launcher: any WorkerLauncher,
        policy: Policy,
        loop: EventLoop,
        watcher: (any FrameWatcher)? = nil,
        sink: @escaping @Sendable (WorkerEvent) -> Void
    ) {
        self.launcher = launcher
        self.policy = policy
        self.loop = loop
        self.watcher = watcher
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

    private var isFrozen: Bool { frozenSince != nil }

    // MARK: What the owner asks for

    /// Starts the process and sends it the request to open the library. Throws if there is no process; every later
    /// failure is reported as an end.
    ///
    /// Returns the paths by which the extension knows its folders.
    @discardableResult
    package func start(_ request: LaunchRequest) async throws(MayflyError) -> WorkerFolders {
        guard case .idle = life else {
            close(request.library)
            throw MayflyError(.internalFault, "a worker is started only once")
        }
        life = .running
        walkExistingFiles(in: request.privateFolder)
        privateFolder = request.privateFolder
        do throws(MayflyError) {
            let folders = try await begin(request)
            pending.keep(request)
            return folders
        } catch {
            close(request.library)
            throw error
        }
    }

    private func begin(_ request: LaunchRequest) async throws(MayflyError) -> WorkerFolders {
        let launched = try await launch(request)
        times.spawned = elapsed
        let folders = launched.folders ?? .unmoved(request)
        let debugging = policy.debugging
        let frames = exchange.open(request, in: folders, byPath: debugging != nil, trial: debugging?.trial)
        setLaunchDeadline()
        sink(.spawned(process: launched.id))
        guard !endIfTooFull() else { return folders }
        let waits = policy.debugging.map { $0.wait > .zero } ?? false
        if waits { heldFrames = Array(frames.dropFirst()) }
        for frame in waits ? Array(frames.prefix(1)) : frames { send(frame.bytes) }
        // Constructors of the library run before the worker answers.
        monitor.begin()
        checkLater()
        return folders
    }

    /// Starts another process instead of one that ended before it read its request. If that fails too, the end is reported.
    private func startAgain(_ request: LaunchRequest, after lost: ChildProcess, _ exit: mayfly_exit) {
        process = nil
        exchange = WorkerProtocol()
        let box = lost.close()
        sink(.warned("its process ended before it had begun; another one is started"))
        Task {
            defer { close(request.library) }
            do throws(MayflyError) {
                _ = try await begin(request)
                if let cause = pending.endStart() { end(cause) }
            } catch {
                deadlines.clearAll()
                beginEnding(pending.endStart() ?? .notStarted(reason: error.message))
                times.reaped = elapsed
                report(exit, of: lost, box)
            }
        }
    }

    private func setLaunchDeadline() {
        setDeadline(.launch, after: policy.launch) {
            $0.endLate(.launchTimeout(milliseconds: $0.policy.launch.milliseconds), in: .callbacks, .launch)
        }
    }

    /// Looks again and again whether a debugger traces the process, and has the instance made then.
    private func awaitDebugger(for rest: Duration) {
        guard let process, case .running = life else { return }
        if process.isTraced {
            setLaunchDeadline()
            for frame in heldFrames { send(frame.bytes) }
            heldFrames = []
            if monitor.wake() { checkLater() }
        } else if rest > .zero {
            setDeadline(.launch, after: Self.debuggerCheck) { $0.awaitDebugger(for: rest - Self.debuggerCheck) }
        } else {
            let limit = policy.debugging?.wait.milliseconds ?? 0
            end(.notStarted(reason: "no debugger has attached to it within \(limit) ms"))
        }
    }

    private func launch(_ request: LaunchRequest) async throws(MayflyError) -> LaunchedProcess {
        let descriptors = try WorkerDescriptors()
        let launched: LaunchedProcess
        do {
            launched = try await launcher.launch(descriptors.files(with: request.library), request, within: policy)
        } catch {
            descriptors.closeAll()
            throw error
        }
        descriptors.closeTheirs()
        process = ChildProcess(launched, descriptors, loop: loop)
        for channel in [ChildProcess.Channel.control, .completions, .output, .end] { watch(channel) }
        return launched
    }

    /// Calls a callback of the extension. `WorkerEvent.returned` follows, or the worker is ended at the deadline.
    ///
    /// If the callback may take more time, the extension may extend the deadline, by up to `Policy.moreTime` in one
    /// launch. The host's time is charged to the extension.
    package func callBack(
        _ function: Function,
        _ arguments: [Value],
        deadline: Duration,
        mayTakeMoreTime: Bool
    ) {
        CPUAccounting.charge(self) { send(function, arguments, deadline: deadline, mayTakeMoreTime: mayTakeMoreTime) }
    }

    private func send(_ function: Function, _ arguments: [Value], deadline: Duration, mayTakeMoreTime: Bool) {
        switch exchange.call(function, arguments) {
        case .notPossible: return
        case .notNeeded: sink(.returned(function, .null, microseconds: 0))
        case .tooLarge(let size): skip(function, size)
        case .frame(let bytes):
            if function === Table.willResignActive { times.resigned = elapsed }
            deadlines.beginCallback(limit: deadline, mayTakeMoreTime: mayTakeMoreTime) { [weak self] in
                self?.onLoop { $0.callbackIsLate() }
            }
            if deadlines.isSet(.check), monitor.wake() { checkLater() }
            send(bytes)
        }
    }

    private func send(_ frame: [UInt8]) {
        watcher?.take(.sent(frame), at: elapsed)
        process?.send(frame)
    }

    /// Arguments that are too large for a frame are not the extension's fault: the callback is skipped, and the
    /// extension continues.
    private func skip(_ function: Function, _ size: Int) {
        reports.add(0)
        let reason = "\(function.name) is not delivered: its arguments have \(size) bytes, over \(Frame.largest)"
        sink(.violated(function: function.name, MessageError(.limitExceeded, reason)))
        sink(.returned(function, .null, microseconds: 0))
    }

    /// Sends the answer to a call of that function.
    package func complete(_ token: UInt64, of function: Function, with answer: CallAnswer) {
        guard !isFrozen, let bytes = exchange.complete(token, of: function, with: answer) else { return }
        if !deadlines.isSet(.completion) { expectCompletion() }
        watcher?.take(.sent(bytes), at: elapsed)
        process?.sendCompletion(bytes)
    }

    /// The extension is on screen: the launch is done.
    package func launchCompleted() {
        if times.launched == nil { times.launched = elapsed }
        deadlines.clear(.launch)
    }

    /// The person closes the extension. All its remaining callbacks together have `Policy.closing`.
    package func beginClosing() {
        guard !deadlines.isSet(.closing) else { return }
        setDeadline(.closing, after: policy.closing) { $0.closingIsLate() }
    }

    private func closingIsLate() {
        guard let callback = exchange.phase else {
            // Nothing of the extension runs: the host is late with the next callback, as on a busy machine.
            let more = max(min(policy.closing, policy.resign), .milliseconds(10))
            return setDeadline(.closing, after: more) { $0.closingIsLate() }
        }
        endLate(.unresponsive(callback: callback, milliseconds: policy.closing.milliseconds), in: .callbacks, .closing)
    }

    /// The task of the window is cancelled: what runs and the resign callbacks have three times `Policy.resign` together.
    /// Then the extension is ended, which is no failure of its own.
    package func hurry() {
        setDeadline(.closing, after: policy.resign * 3) { $0.end(.finished) }
    }

    /// Stops the process, until it is ended.
    ///
    /// Its deadlines are cancelled, and its open completions are dropped (3.2). One that is ending is not stopped: it ends.
    package func freeze() {
        guard let process, case .running = life else { return }
        deadlines.clearAll()
        frozenSince = .now
        process.freeze()
        // A stopped thread finishes its system call first, such as a long write.
        _ = monitor.wake()
        checkLater()
    }

    /// Ends a lingering process before its time is over.
    func evict(_ reason: WorkerEnd.Eviction) { end(.evicted(reason)) }

    /// Ends the process without notice, now or after that time.
    package func finish(after delay: Duration = .zero) {
        guard delay > .zero else { return end(.finished) }
        _ = loop.schedule(after: delay) { [weak self] in self?.onLoop { $0.end(.finished) } }
    }

    // MARK: What the owner reports from any thread

    /// The owner has handled a call, a violation or a printed line that was reported to it.
    ///
    /// Most calls only change a counter: under load, the event loop is woken once for half of the reports that may
    /// wait.
    package nonisolated func reportTaken() {
        guard reports.take() else { return }
        loop.run { [weak self] in self?.onLoop { $0.goOn() } }
    }

    /// Calls back like `callBack`, and does not wait until the loop has done it: the caller's thread need not be woken again.
    package nonisolated func requestCallBack(
        _ function: Function,
        _ arguments: [Value],
        deadline: Duration,
        mayTakeMoreTime: Bool
    ) {
        loop.run { [self] in
            onLoop { $0.callBack(function, arguments, deadline: deadline, mayTakeMoreTime: mayTakeMoreTime) }
        }
    }

    /// The owner has read a file of this size for a call of the extension.
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
        let (framesBefore, bytesBefore) = (frames, process?.bytesRead ?? 0)
        switch channel {
        case .end: return processEnded()
        case .control:
            process?.flushControl()
            readControl()
        case .completions: completionsAreReady()
        case .output: readOutput()
        }
        // Frames are charged by what they ask for, and much output while it is handled.
        let isMuchOutput = channel == .output && (process?.bytesRead ?? 0) - bytesBefore >= Self.fewBytes
        if frames == framesBefore, !isMuchOutput { loop.chargeRound(to: self) }
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
        endLate(.unresponsive(callback: callback, milliseconds: limit.milliseconds), in: .callbacks, .callback)
    }

    private func expectCompletion() {
        setDeadline(.completion, after: policy.callback) {
            let limit = $0.policy.callback.milliseconds
            $0.endLate(.unresponsive(callback: "completion", milliseconds: limit), in: .completions, .completion)
        }
    }

    // MARK: Frames

    private func readControl() {
        guard let process else { return }
        let reading = reads.charge(self) { process.readControl(pieces: 16) { exchange.append($0) } }
        takeFrames()
        guard case .closed = reading else { return }
        process.unwatch(.control)
        endSoonUnlessEnding()
    }

    /// A process that ends closes its sockets shortly before it can be reaped, or longer before on a busy machine. A
    /// process that is not ending is ended, and so is one that is ending but does not finish, for example because a
    /// thread outlives the main thread.
    private func endSoonUnlessEnding(checks: Int = 50) {
        let number = pending.restarts
        _ = loop.schedule(after: .milliseconds(100)) { [weak self] in
            self?.onLoop { worker in
                // Another one may have been started instead.
                guard worker.pending.restarts == number else { return }
                if checks > 0, worker.process?.isEnding == true {
                    worker.endSoonUnlessEnding(checks: checks - 1)
                } else {
                    worker.end(.channelClosed)
                }
            }
        }
    }

    /// Data on this socket is dropped: the worker reports the return of completions on the control socket.
    private func completionsAreReady() {
        guard let process else { return }
        let wasFull = leavesAnswers
        process.flushCompletions()
        if wasFull, !leavesAnswers { goOn() }
        let reading = reads.charge(self) { process.read(.completions, pieces: 16) { _ in } }
        if case .closed = reading { process.unwatch(.completions) }
    }

    /// Handles the frames that have arrived, until as many reports wait as may. Then the socket fills up, which blocks
    /// the extension in its next call until the owner has caught up. The extension's deadline still applies.
    private func takeFrames() {
        chargeIfMuch(exchange.waitingBytes) {
            do throws(WireError) {
                while !mustHoldBack(), let frame = try exchange.next() {
                    frames += 1
                    watcher?.take(.received(frame), at: elapsed)
                    carryOut(try exchange.handle(frame, hasUnsent: process?.isSending ?? false), of: frame)
                }
            } catch {
                end(.protocolViolation(error.description))
            }
        }
        if mustHoldBack() { process?.unwatch(.control) }
    }

    /// Runs `body`, which handles so many bytes of the extension, and charges its time to the extension. Few bytes are not
    /// charged here: reading the clocks takes as long as handling them. Many small frames that wait together are. Where few bytes
    /// come again and again, the rounds of the loop are charged.
    private func chargeIfMuch<Value>(_ bytes: Int, _ body: () -> Value) -> Value {
        bytes < Self.fewBytes ? body() : CPUAccounting.charge(self, body)
    }

    /// Whether reading stops until the owner has caught up, or until the extension has read the answers to its calls.
    private func mustHoldBack() -> Bool {
        if case .ending = life { return false }
        return leavesAnswers || reports.holdsBack()
    }

    /// Whether too many answers wait for the extension. Its deadline for the first of them still applies.
    private var leavesAnswers: Bool { (process?.waitingCompletionBytes ?? 0) > policy.waitingBytes }

    private func goOn() {
        reportRest()
        guard process != nil else { return }
        watch(.control)
        readOutput()
        takeFrames()
    }

    private func carryOut(_ effect: WorkerProtocol.Effect, of frame: Frame) {
        pending.forget()
        switch effect {
        case .none: break
        case .negotiated:
            guard let wait = policy.debugging?.wait, !heldFrames.isEmpty else { return }
            sink(.waiting)
            awaitDebugger(for: wait)
        case .refused(let reason): end(.refused(reason: reason))
        case .opened(let callbacks):
            monitor.becomeReady()
            times.opened = elapsed
            sink(.opened(callbacks))
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
        case .completionReturned(let others):
            deadlines.clear(.completion)
            // One that is stopped cannot return the others: they are dropped (3.2).
            if others > 0, !isFrozen { expectCompletion() }
            sink(.completionReturned)
        case .violated(let function, let error):
            guard countReport(of: frame) else { return }
            sink(.violated(function: function, error))
        }
    }

    /// Counts a call or a violation. False if it exceeds the limit, which ends the process.
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
        // The rest is read when the process has ended.
        if case .ending = life { return process.unwatch(.output) }
        output.advance()
        var reading = ChildProcess.Reading.cut
        var pieces = output.pieces
        var hasReportedAll = reportLines()
        let start = Moment.now
        while hasReportedAll, case .cut = reading, pieces > 0 {
            pieces = start.duration(to: .now) < ChildProcess.longestReading ? pieces - 1 : 0
            reading = reads.charge(self) { process.read(.output, pieces: 1) { output.append($0) } }
            hasReportedAll = reportLines()
        }
        if !hasReportedAll, output.isOverRate { holdPrinting() } else { output.relax() }
        if case .closed = reading { return process.unwatch(.output) }
        if !hasReportedAll || mustHoldBack() { process.unwatch(.output) } else { watch(.output) }
    }

    /// Reports the lines that were read. False if some are left, because too many reports wait or the rate of output is
    /// exceeded.
    private func reportLines() -> Bool {
        chargeIfMuch(output.waitingBytes) {
            while true {
                guard !output.isOverRate, !mustHoldBack() else { return !output.hasLine }
                guard let line = output.nextLine() else { return true }
                report(line: line)
            }
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

    /// Reports the remaining output of an ended process, as fast as the owner takes it, and then its end.
    private func reportRest() {
        guard case .reporting(let end, let box) = life else { return }
        if !reportLines() {
            guard output.isOverRate else { return }
            report(line: output.dropRest())
        }
        if let line = output.rest() { report(line: line) }
        life = .ended
        watcher?.take(.ended(end), at: elapsed)
        sink(.ended(end, box))
    }

    // MARK: Limits

    private func checkLater() { setDeadline(.check, after: monitor.delay) { $0.check() } }

    private func check() {
        deadlines.clear(.check)
        guard monitor.hasBegun, let process else { return }
        if let id = process.workerID, monitor.isActive(cpuTime: ProcessVitals.cpuTime(of: id)) {
            folder.noteActivity()
            process.noteUsage()
            var reading = ResourceMonitor.Reading(of: id)
            reading.writtenBytes = reading.writtenBytes.map { $0 + folder.bytesFoundAbove }
            let finding = monitor.judge(reading)
            if let kibibytes = finding.shortMemory, !isFrozen {
                sink(.memoryIsShort(kibibytes: kibibytes, limit: policy.memoryLimitKiB))
            }
            if let excess = finding.excess { return exceed(excess) }
            countRecords(of: id)
        } else if isFrozen, monitor.isAtRest {
            return
        }
        checkFolder(of: process)
        checkLater()
    }

    /// Walks the private folder while the process is started, to learn its contents before the extension's code runs.
    /// Files that are written during a longer walk are left out.
    private func walkExistingFiles(in path: String) {
        folder.walk(path, until: .now, on: loop) { [weak self] use in
            self?.onLoop(use) { worker, use in
                worker.folder.noteFound(use)
                _ = worker.endIfTooFull()
            }
        }
    }

    /// Ends the process if its private folder held far too much before it began. The walk may end before or after the process exists.
    private func endIfTooFull() -> Bool {
        guard process != nil, case .running = life, let excess = folder.excessFound else { return false }
        sink(.warned("it is not opened before files are removed from \(privateFolder), or before it is installed anew"))
        end(excess)
        return true
    }

    private func countRecords(of id: Int32) {
        guard monitor.beginRecordCount() else { return }
        let most = DescriptorRecords(locks: policy.locks, watches: policy.watches)
        ResourceMonitor.recordCounts.async { [loop, weak self] in
            let start = CPUAccounting.threadTime
            let records = CPUAccounting.charge(self) {
                DescriptorRecords.count(of: id, most: most, within: ResourceMonitor.longestRecordCount)
            }
            let cost = CPUAccounting.threadTime - start
            loop.run { [weak self] in self?.onLoop { $0.endRecordCount(records, cost: cost) } }
        }
    }

    private func endRecordCount(_ records: DescriptorRecords?, cost: Duration) {
        if let excess = monitor.endRecordCount(records, cost: cost) { exceed(excess) }
    }

    private func checkFolder(of process: ChildProcess) {
        guard folder.beginWalk(written: { process.workerID.flatMap(ProcessVitals.writtenBytes) ?? 0 }) else { return }
        folder.walk(privateFolder, on: loop, charging: self) { [weak self] use in
            self?.onLoop(use) { $0.endWalk($1) }
        }
    }

    private func endWalk(_ use: FolderUse?) {
        let age = process?.started.duration(to: frozenSince ?? .now)
        let excess = folder.endWalk(age == nil ? nil : use, age: age ?? .zero)
        if let excess { end(excess) }
    }

    // MARK: The end

    /// Sets the cause of the end, and kills the process. Only the first cause counts.
    private func end(_ cause: WorkerEnd.Cause) {
        guard case .running = life else { return }
        guard let process else { return pending.end(cause) }
        beginEnding(cause)
        process.noteUsage()
        if kill(process) { noteKilled() }
    }

    /// Ends a worker that missed a deadline: for the receipt it records the stack of the thread that is late, and ends
    /// by itself. It is killed if it has not ended within `Policy.stackReport`.
    ///
    /// No deadline ends a worker that is debugged while a debugger traces it.
    private func endLate(
        _ cause: WorkerEnd.Cause,
        in thread: ChildProcess.HostedThread,
        _ deadline: Deadlines.Kind
    ) {
        guard let process, case .running = life else { return }
        if policy.debugging != nil, process.isTraced {
            return awaitDetaching(cause, in: thread, deadline)
        }
        guard policy.stackReport > .zero, process.endWithStack(of: thread) else { return end(cause) }
        beginEnding(cause)
        process.noteUsage()
        setDeadline(.ending, after: policy.stackReport) { worker in
            if let process = worker.process { _ = worker.kill(process) }
        }
        // Until then its other threads run on: nothing is taken from it, and its limits hold.
        process.unwatch(.control)
        process.unwatch(.output)
        if monitor.hasBegun { checkLater() }
        noteKilled()
    }

    /// It exceeds a limit. One that may still report its stack is killed without it.
    private func exceed(_ cause: WorkerEnd.Cause) {
        guard case .ending = life else { return end(cause) }
        if let process { _ = kill(process) }
    }

    /// Sets the deadline again, in its whole length, when no debugger traces the process any more.
    private func awaitDetaching(
        _ cause: WorkerEnd.Cause,
        in thread: ChildProcess.HostedThread,
        _ deadline: Deadlines.Kind
    ) {
        if process?.isTraced == true {
            return setDeadline(deadline, after: Self.debuggerCheck) { $0.awaitDetaching(cause, in: thread, deadline) }
        }
        let length = deadline == .launch ? policy.launch : policy.callback
        setDeadline(deadline, after: length) { $0.endLate(cause, in: thread, deadline) }
    }

    /// Kills the process, and waits for its end for a limited time. False if it has ended.
    private func kill(_ process: ChildProcess) -> Bool {
        setDeadline(.ending, after: policy.ending) { $0.leaveProcess() }
        return process.kill()
    }

    /// The signal that ends the process is sent.
    private func noteKilled() {
        times.killed = elapsed
        sink(.killed)
    }

    private func beginEnding(_ cause: WorkerEnd.Cause) {
        deadlines.clearAll()
        life = .ending(cause)
        exchange.close(takesCalls: cause.takesCalls)
    }

    /// The process has ended: reaps it, reads its last frames and output, and closes all its descriptors.
    private func processEnded() {
        guard let process else { return }
        guard let exit = process.reap() else { return waitForDebugger(process) }
        if case .running = life, process.hasLostRequest, let request = pending.startAgain() {
            return startAgain(request, after: process, exit)
        }
        deadlines.clearAll()
        noteCause(of: exit, of: process)
        times.reaped = elapsed
        readLast(of: process)
        report(exit, of: process, process.close())
    }

    private func noteCause(of exit: mayfly_exit, of process: ChildProcess) {
        switch life {
        case .running: beginEnding(process.cause(of: exit, within: policy))
        case .ending(ResourceMonitor.lostFirstThread) where exit.exited == 1 || exit.status != SIGKILL:
            // It was already ending by itself when it was killed.
            life = .ending(process.cause(of: exit, within: policy))
        default: break
        }
    }

    /// The process has ended, and the kernel shows its end to the debugger that traces it first. Until then its pidfd is
    /// readable all the time, and the process cannot be reaped.
    private func waitForDebugger(_ process: ChildProcess) {
        process.unwatch(.end)
        _ = loop.schedule(after: .milliseconds(50)) { [weak self] in self?.onLoop { $0.processEnded() } }
        if !deadlines.isSet(.ending) { setDeadline(.ending, after: policy.ending) { $0.leaveProcess() } }
    }

    /// The process does not end: reports its end without it. The loop reaps it when it ends.
    private func leaveProcess() {
        guard let process else { return }
        deadlines.clearAll()
        if case .running = life { beginEnding(.channelClosed) }
        sink(.warned(process.reasonToRemain(after: policy.ending)))
        readLast(of: process)
        report(mayfly_exit(), of: process, process.leave())
    }

    private func readLast(of process: ChildProcess) {
        readControl()
        // This reads as much as the pipe can hold.
        _ = process.read(.output, pieces: 16) { output.append($0) }
        output.end()
    }

    private func report(_ exit: mayfly_exit, of process: ChildProcess, _ box: BlackBox) {
        guard case .ending(let cause) = life else { return }
        self.process = nil
        pending.forget()
        let report = WorkerEnd(cause, exit, of: process, exchange, box, times, output: output.tail)
        let explanation = box.explains(cause) ? box : nil
        guard !report.isFailure else {
            life = .reporting(report, explanation)
            return reportRest()
        }
        life = .measuring(report, explanation, age: process.started.duration(to: frozenSince ?? .now))
        measureLast()
    }

    /// Measures the private folder once more: until its end, the process can move folders while they are walked, and give
    /// names to files that have none. The end waits for the walk for a limited time.
    private func measureLast() {
        setDeadline(.ending, after: policy.ending) { $0.endMeasuring(nil) }
        folder.walk(privateFolder, on: loop, in: FolderMonitor.lastWalks) { [weak self] use in
            self?.onLoop(use) { $0.endMeasuring($1) }
        }
    }

    private func endMeasuring(_ use: FolderUse?) {
        guard case .measuring(var report, let box, let age) = life else { return }
        deadlines.clear(.ending)
        if let excess = folder.endWalk(use, age: age) { report.cause = excess }
        life = .reporting(report, box)
        reportRest()
    }
}

extension Worker: CPUAccount {
    /// Whether the host has spent more processor time on the worker than the policy allows; it then does nothing more
    /// for it.
    package nonisolated var isOverBudget: Bool { hostBudget.isOverBudget }

    package nonisolated func noteHostTime(_ time: Duration) {
        guard let used = hostBudget.add(time) else { return }
        loop.run { [weak self] in self?.onLoop { $0.end($0.monitor.hostTimeExceeded(used)) } }
    }
}
