internal import CMayflyLinux
internal import Glibc
package import MayflyABI
package import MayflyModel

/// One worker process: starts it, speaks its protocol, holds it to its deadlines, ends and reaps it.
///
/// It runs on the event loop. What happens is told to `sink`, in order, ending with `WorkerEvent.ended` on every path;
/// from then on nothing of the process is left.
package actor Worker {
    private enum State {
        /// Made, not started.
        case idle
        /// Opening its library and making the instance.
        case opening
        /// Ready; the callback that runs, if one does.
        case open(running: Running?)
        /// Killed, or ending by itself; what for is settled.
        case ending(WorkerEnd.Cause)
        case ended
    }

    private struct Running {
        let function: Function
        let token: UInt64
        let started: ContinuousClock.Instant
        let deadline: EventLoop.Token
    }

    /// What there is only while the process lives.
    private struct Process {
        let descriptor: Int32
        var control: SocketWriter
        var completions: SocketWriter
        let output: Int32
        var watches: [Int32: EventLoop.Token]
        let started: ContinuousClock.Instant
    }

    /// The number of the one instance that a worker has for now; frames carry it from the first day.
    private static let instance: UInt32 = 1

    private let loop: EventLoop
    private let launcher: any WorkerLauncher
    private let policy: Policy
    private let sink: @Sendable (WorkerEvent) -> Void
    private var state = State.idle
    private var process: Process?
    private var frames = FrameBuffer()
    private var lines = LineSplitter()
    private var lastToken: UInt64 = 0
    private var launchDeadline: EventLoop.Token?
    private var completionDeadline: EventLoop.Token?
    private var pendingCompletions = 0
    private var waitingCalls = 0
    private var callbacks = 0
    private var calls = 0
    private var phase: String?

    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    package init(
        launcher: any WorkerLauncher, policy: Policy, loop: EventLoop, sink: @escaping @Sendable (WorkerEvent) -> Void
    ) {
        self.launcher = launcher
        self.policy = policy
        self.loop = loop
        self.sink = sink
    }

    // MARK: What the owner asks for

    /// Starts the process and has it open the library. Throws when there is no process; every later failure is an end.
    package func start(_ order: WorkerOrder) throws(MayflyError) {
        defer { close(order.library) }
        guard case .idle = state else { throw MayflyError(.internalFault, "a worker is started only once") }
        let launched = try launch(order)
        state = .opening
        phase = "open"
        launchDeadline = loop.schedule(after: policy.launch) { [weak self] in
            self?.assumeIsolated { $0.overran(.launchTimeout(milliseconds: $0.policy.launch.milliseconds)) }
        }
        sink(.spawned(process: launched.id))
        send(Frame(.open, payload: Self.openPayload(order)))
        let launch = RecordValue(
            Table.launch,
            [
                "presentation_style": .integer(Int64(order.style.rawValue)),
                "bundle_folder": .text(order.bundleFolder), "locale": .text(order.locale),
            ])
        send(Frame(.makeInstance, instance: Self.instance, payload: Table.newInstance.payload(["launch": .record(launch)])))
    }

    /// Calls a callback of the extension; `WorkerEvent.returned` answers, or the worker ends at the deadline.
    package func callBack(_ function: Function, _ arguments: [Value], deadline: Duration) {
        guard case .open(running: nil) = state else { return }
        lastToken += 1
        callbacks += 1
        phase = function.name
        let timer = loop.schedule(after: deadline) { [weak self] in
            self?.assumeIsolated {
                $0.overran(.unresponsive(callback: function.name, milliseconds: deadline.milliseconds))
            }
        }
        state = .open(running: Running(function: function, token: lastToken, started: .now, deadline: timer))
        send(
            Frame(
                .callback, function: function.id, instance: Self.instance, token: lastToken,
                payload: function.payload(arguments)))
    }

    /// Answers a call. `nil` means success.
    package func complete(_ token: UInt64, with error: MessageError?) {
        guard case .open = state, token != 0, var process else { return }
        pendingCompletions += 1
        if completionDeadline == nil { watchCompletions() }
        let payload = Table.completion.payload([error.map { .record($0.record) } ?? .null])
        let frame = Frame(.completion, function: Table.completion.id, instance: Self.instance, token: token, payload: payload)
        let isSent = process.completions.send(frame.bytes)
        self.process = process
        if !isSent { end(.channelClosed) }
    }

    /// The owner has carried out a call that it was told of.
    package func callCarriedOut() { waitingCalls -= 1 }

    /// The extension is on screen: the launch is over.
    package func launchCompleted() {
        if let launchDeadline { loop.cancel(launchDeadline) }
        launchDeadline = nil
    }

    /// Stops the process from running, until it is ended.
    package func freeze() {
        if let process { _ = mayfly_pidfd_signal(process.descriptor, SIGSTOP) }
    }

    /// Ends the process, without asking it: now, or after that time.
    package func finish(after delay: Duration = .zero) {
        guard delay > .zero else { return end(.finished) }
        _ = loop.schedule(after: delay) { [weak self] in self?.assumeIsolated { $0.end(.finished) } }
    }
}

// MARK: - Starting

extension Worker {
    private func launch(_ order: WorkerOrder) throws(MayflyError) -> LaunchedProcess {
        var descriptors: [Int32] = []
        func pair(_ make: (UnsafeMutablePointer<Int32>) -> Int32) throws(MayflyError) -> (ours: Int32, theirs: Int32) {
            var ends: [Int32] = [-1, -1]
            let status = make(&ends)
            guard status == 0 else {
                for descriptor in descriptors { close(descriptor) }
                throw MayflyError(.launchFailed, "no descriptors for a worker: \(String(cString: strerror(-status)))")
            }
            descriptors += ends
            return (ends[0], ends[1])
        }
        let control = try pair(mayfly_socket_pair)
        let completions = try pair(mayfly_socket_pair)
        let output = try pair(mayfly_pipe)
        let files = WorkerFiles(
            control: control.theirs, completions: completions.theirs, library: order.library, output: output.theirs)
        let launched: LaunchedProcess
        do {
            launched = try launcher.launch(files)
        } catch {
            for descriptor in descriptors { close(descriptor) }
            throw error
        }
        for descriptor in [control.theirs, completions.theirs, output.theirs] { close(descriptor) }
        process = Process(
            descriptor: launched.descriptor, control: SocketWriter(control.ours),
            completions: SocketWriter(completions.ours), output: output.ours, watches: [:], started: .now)
        watch(control.ours) { $0.controlIsReady() }
        watch(completions.ours) { $0.completionsAreReady() }
        watch(output.ours) { $0.readOutput() }
        watch(launched.descriptor) { $0.processEnded() }
        return launched
    }

    private func watch(_ descriptor: Int32, _ handler: @escaping @Sendable (isolated Worker) -> Void) {
        process?.watches[descriptor] = loop.watch(descriptor) { [weak self] in
            self?.assumeIsolated { handler($0) }
        }
    }

    private func unwatch(_ descriptor: Int32) {
        guard let token = process?.watches.removeValue(forKey: descriptor) else { return }
        loop.unwatch(descriptor, token)
    }

    private static func openPayload(_ order: WorkerOrder) -> [UInt8] {
        Table.open.payload([
            "fingerprint": .unsigned(Table.fingerprint),
            "abi_min": .unsigned(UInt64(Table.oldestVersion)),
            "abi_max": .unsigned(UInt64(Table.newestVersion)),
            "host_name": .text(HostInfo.name),
            "host_version": .text(HostInfo.version),
            "library": .text(order.libraryName),
            "private_folder": .text(order.privateFolder),
        ])
    }
}

// MARK: - The protocol

extension Worker {
    private func send(_ frame: Frame) {
        guard var process else { return }
        let isSent = process.control.send(frame.bytes)
        self.process = process
        // A worker that is gone is noticed, with the cause of its end, by its process descriptor.
        guard isSent, process.control.isWaiting else { return }
        wantOutput(process.control.descriptor, true)
    }

    private func wantOutput(_ descriptor: Int32, _ isWanted: Bool) {
        if let token = process?.watches[descriptor] { loop.watchOutput(descriptor, token, isWanted) }
    }

    private func controlIsReady() {
        if process?.control.isWaiting == true {
            _ = process?.control.flush()
            if let control = process?.control, !control.isWaiting { wantOutput(control.descriptor, false) }
        }
        readControl()
    }

    /// Completions come back on the control socket; this one is only written, and closed.
    private func completionsAreReady() {
        guard let descriptor = process?.completions.descriptor else { return }
        _ = process?.completions.flush()
        if readAll(descriptor, { _ in }) { unwatch(descriptor) }
    }

    private func readControl() {
        guard let descriptor = process?.control.descriptor, process?.watches[descriptor] != nil else { return }
        let isClosed = readAll(descriptor) { frames.append($0) }
        takeFrames()
        guard isClosed else { return }
        unwatch(descriptor)
        // A process that ends closes its sockets a moment before it can be reaped. One that lives on is ended.
        _ = loop.schedule(after: .milliseconds(100)) { [weak self] in
            self?.assumeIsolated { $0.end(.channelClosed) }
        }
    }

    private func takeFrames() {
        do throws(WireError) {
            while let frame = try frames.next() { try take(frame) }
        } catch {
            end(.protocolViolation(error.description))
        }
    }

    private func take(_ frame: Frame) throws(WireError) {
        // Calls that a process made before it ended by itself count; what a killed one left in the socket does not.
        if case .ending(let cause) = state, !cause.mayHaveSpoken || frame.kind != .call { return }
        guard frame.instance == Self.instance || frame.kind.mayConcernNoInstance else {
            throw WireError("instance \(frame.instance) does not exist")
        }
        switch frame.kind {
        case .opened: _ = try Table.opened.value(of: frame.payload)
        case .refused:
            end(.refused(reason: try Table.refused.value(of: frame.payload)["reason"].text ?? "it gave no reason"))
        case .instanceMade:
            guard case .opening = state else { throw WireError("an instance was made twice") }
            state = .open(running: nil)
            phase = nil
            sink(.opened)
        case .returned: try takeReturn(frame)
        case .call: try takeCall(frame)
        case .completionReturned: try takeCompletionReturn()
        case .violation: try takeViolation(frame)
        case .open, .makeInstance, .callback, .completion:
            throw WireError("a worker does not send frames of kind \(frame.kind)")
        }
    }

    private func takeReturn(_ frame: Frame) throws(WireError) {
        guard case .open(let running) = state, let running, running.token == frame.token,
            running.function.id == frame.function
        else { throw WireError("callback \(frame.function) returned without being called") }
        let result = try running.function.result(of: frame.payload)
        loop.cancel(running.deadline)
        state = .open(running: nil)
        phase = nil
        sink(.returned(running.function, result, microseconds: running.started.duration(to: .now).microseconds))
    }

    private func takeCall(_ frame: Frame) throws(WireError) {
        guard let function = Table.function(frame.function), function.place == .host,
            Table.interfaces.contains(where: { $0.side == .host && $0.functions.contains(function) })
        else { throw WireError("host function \(frame.function) does not exist") }
        let arguments = try function.arguments(of: frame.payload)
        calls += 1
        waitingCalls += 1
        guard waitingCalls <= policy.waitingCalls else {
            throw WireError("\(function.name): more than \(policy.waitingCalls) calls wait to be carried out")
        }
        sink(.called(arguments, completion: arguments["completion"].unsigned ?? 0))
    }

    private func takeCompletionReturn() throws(WireError) {
        guard pendingCompletions > 0 else { throw WireError("a completion returned that was not called") }
        pendingCompletions -= 1
        if let completionDeadline { loop.cancel(completionDeadline) }
        completionDeadline = nil
        if pendingCompletions > 0 { watchCompletions() }
        sink(.completionReturned)
    }

    private func watchCompletions() {
        completionDeadline = loop.schedule(after: policy.callback) { [weak self] in
            self?.assumeIsolated {
                $0.overran(.unresponsive(callback: "completion", milliseconds: $0.policy.callback.milliseconds))
            }
        }
    }

    private func takeViolation(_ frame: Frame) throws(WireError) {
        let report = try Table.violation.value(of: frame.payload)
        let code = report["code"].int32.flatMap(MessageErrorCode.init(rawValue:)) ?? .unknown
        let name = Table.function(frame.function)?.name ?? "host function \(frame.function)"
        sink(.violated(function: name, MessageError(code, SafeText.line(report["message"].text ?? ""))))
    }

    private func readOutput() {
        guard let descriptor = process?.output else { return }
        var printed: [String] = []
        let isClosed = readAll(descriptor) { printed += lines.lines(from: $0) }
        for line in printed { sink(.printed(line)) }
        if isClosed { unwatch(descriptor) }
    }

    /// Hands over what the descriptor has now. True when the other side has closed it.
    private func readAll(_ descriptor: Int32, _ body: (UnsafeRawBufferPointer) -> Void) -> Bool {
        withUnsafeTemporaryAllocation(byteCount: 64 * 1024, alignment: 8) { piece in
            // Bounded, so that one worker that never stops writing cannot keep the loop from the others.
            for _ in 0..<16 {
                let count = mayfly_read(descriptor, piece.baseAddress, piece.count)
                if count == -Int(EAGAIN) { return false }
                guard count > 0 else { return true }
                body(UnsafeRawBufferPointer(rebasing: piece[..<count]))
                if count < piece.count { return false }
            }
            return false
        }
    }
}

// MARK: - Ending

extension Worker {
    private func overran(_ cause: WorkerEnd.Cause) { end(cause) }

    /// Settles why the process ends, and kills it. Only the first reason counts.
    private func end(_ cause: WorkerEnd.Cause) {
        guard let process else { return }
        switch state {
        case .ending, .ended: return
        case .idle, .opening, .open: break
        }
        cancelDeadlines()
        state = .ending(cause)
        if mayfly_pidfd_signal(process.descriptor, SIGKILL) == 0 { sink(.killed) }
    }

    private func cancelDeadlines() {
        if case .open(let running) = state, let running { loop.cancel(running.deadline) }
        for timer in [launchDeadline, completionDeadline] { timer.map(loop.cancel) }
        (launchDeadline, completionDeadline) = (nil, nil)
    }

    /// The kernel says that the process is gone: takes what it still said, reaps it and lets go of everything.
    private func processEnded() {
        guard let process else { return }
        var exit = mayfly_exit()
        guard mayfly_reap(process.descriptor, &exit) != 0 else { return }
        cancelDeadlines()
        if case .ending = state {
        } else {
            state = .ending(exit.exited == 1 ? .exited(status: exit.status) : .crashed(signal: exit.status))
        }
        readControl()
        readOutput()
        if let line = lines.rest() { sink(.printed(line)) }
        guard case .ending(let cause) = state else { return }
        let descriptors = [
            process.descriptor, process.control.descriptor, process.completions.descriptor, process.output,
        ]
        for descriptor in descriptors {
            unwatch(descriptor)
            close(descriptor)
        }
        self.process = nil
        state = .ended
        sink(
            .ended(
                WorkerEnd(
                    cause: cause, phase: phase,
                    lifetimeMicroseconds: process.started.duration(to: .now).microseconds,
                    cpuMicroseconds: exit.cpu_microseconds, peakMemoryKiB: exit.max_rss, callbacks: callbacks,
                    calls: calls)))
    }
}

extension WorkerEnd.Cause {
    /// Whether calls that were made before this end are still to be carried out: those of a process that ended by
    /// itself are, those of one that broke the protocol are not.
    fileprivate var mayHaveSpoken: Bool {
        switch self {
        case .crashed, .exited: true
        default: false
        }
    }
}

extension Frame.Kind {
    /// Before there is an instance, and where a host handle names none.
    fileprivate var mayConcernNoInstance: Bool { self == .opened || self == .refused || self == .violation }
}

extension MessageError {
    /// The error as extensions see it.
    package var record: RecordValue {
        RecordValue(
            Table.error,
            [
                "domain": .integer(Int64(domain.rawValue)), "code": .integer(Int64(code.rawValue)),
                "message": .text(message),
            ])
    }
}
