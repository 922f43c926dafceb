internal import CMayflyLinux
internal import Glibc
package import MayflyABI
internal import MayflyLinux
package import MayflyModel

/// One worker process: starts it, speaks its protocol, holds it to its deadlines, ends and reaps it.
///
/// It runs on the event loop. What happens is told to `sink`, in order, ending with `WorkerEvent.ended` on every path;
/// from then on nothing of the process is left.
package actor Worker: LoopActor {
    package enum State {
        /// Made, not started.
        case idle
        /// Opening its library and making the instance.
        case opening
        /// Ready; the callback that runs, if one does.
        case open(running: Running?)
        /// Killed, or ending by itself; what for is settled.
        case ending(WorkerEnd.Cause)
        /// Gone; what it printed last waits until the owner can take it.
        case reporting(WorkerEnd, BlackBox?)
        case ended
    }

    package struct Running {
        let function: Function
        let token: UInt64
        let started: Moment
        /// How long it may take, and the timer that ends it then.
        var limit: Duration
        var deadline: EventLoop.Token
        /// Whether the extension may ask for more time in it.
        let mayTakeMoreTime: Bool
    }

    /// What there is only while the process lives.
    package struct Process {
        let id: Int32
        let descriptor: Int32
        var control: SocketWriter
        var completions: SocketWriter
        let output: Int32
        /// Where process 1 of a PID namespace, which `descriptor` names, tells of the worker itself. Nil where the process is
        /// the worker.
        var report: WorkerLink?
        let group: ControlGroup?
        /// See `BlackBox`.
        let box: Int32
        var watches: [Int32: EventLoop.Token]
        let started: Moment
        /// Taken just before the end, while it can still be asked.
        var usage: ProcessUsage?
    }

    /// The number of the one instance that a worker has for now; frames carry it from the first day.
    static let instance: UInt32 = 1

    package nonisolated let loop: EventLoop
    let launcher: any WorkerLauncher
    let policy: Policy
    let sink: @Sendable (WorkerEvent) -> Void
    var state = State.idle
    var process: Process?
    var frames = FrameBuffer()
    var lines = LineSplitter()
    var lastToken: UInt64 = 0
    var launchDeadline: EventLoop.Token?
    var completionDeadline: EventLoop.Token?
    var closingDeadline: EventLoop.Token?
    var pendingCompletions = 0
    /// Calls, violations and lines that the owner was told of and has not dealt with.
    nonisolated let reports: ReportQueue
    /// What the host has spent on it.
    nonisolated let hostBudget: CPUBudget
    var isFrozen = false
    /// Whether the library has said which version of the interface it speaks.
    var isNegotiated = false
    /// Whether a callback runs whose return is the next that is to come.
    var isAwaited = false {
        didSet { if isAwaited != oldValue { loop.expectAnswer(isAwaited) } }
    }
    var callbacks = 0
    var calls = 0
    var phase: String?
    /// What is known of the process's use of the machine; nil before it is ready.
    var vitals: Vitals?
    /// What lay in the private folder before the extension's code ran; nil while that is not known.
    var found: FolderUse?
    var callMeter: RateMeter
    var transferMeter: RateMeter
    var output: OutputGate
    /// What was given of `Policy.moreTime`.
    var timeGiven: Duration = .zero
    var privateFolder = ""
    var record = WorkerRecord()

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
        callMeter = RateMeter(policy.calls)
        transferMeter = RateMeter(policy.transfer)
        output = OutputGate(policy.output)
    }

    // MARK: What the owner asks for

    /// Starts the process and has it open the library. Throws when there is no process; every later failure is an end.
    ///
    /// Gives the paths by which the extension knows its folders.
    @discardableResult
    package func start(_ order: LaunchRequest) async throws(MayflyError) -> WorkerFolders {
        defer { close(order.library) }
        guard case .idle = state else { throw MayflyError(.internalFault, "a worker is started only once") }
        state = .opening
        lookAtFoundFiles(in: order.privateFolder)
        let launched = try await launch(order)
        record.times.spawned = record.now
        let folders = launched.folders ?? .unmoved(order)
        phase = "open"
        privateFolder = order.privateFolder
        launchDeadline = loop.schedule(after: policy.launch) { [weak self] in
            self?.onLoop { $0.end(.launchTimeout(milliseconds: $0.policy.launch.milliseconds)) }
        }
        sink(.spawned(process: launched.id))
        send(Frame(.open, payload: Self.openPayload(order, folders)))
        let launch = RecordValue(
            Table.launch,
            [
                "presentation_style": .integer(Int64(order.style.rawValue)),
                "bundle_folder": .text(folders.bundle), "locale": .text(order.locale),
            ]
        )
        send(
            Frame(
                .makeInstance,
                instance: Self.instance,
                payload: Table.newInstance.payload(["launch": .record(launch)])
            )
        )
        return folders
    }

    /// Calls a callback of the extension; `WorkerEvent.returned` answers, or the worker ends at the deadline.
    ///
    /// In one that may take more time, the extension may move the deadline, by up to `Policy.moreTime` in all of a launch.
    package func callBack(
        _ function: Function,
        _ arguments: [Value],
        deadline: Duration,
        mayTakeMoreTime: Bool = false
    ) {
        guard case .open(running: nil) = state else { return }
        var frame = WireWriter(.callback, function: function.id, instance: Self.instance, token: lastToken + 1)
        function.write(arguments, to: &frame)
        guard frame.payloadCount <= Frame.largest - Frame.headerBytes else {
            return skip(function, frame.payloadCount)
        }
        lastToken += 1
        callbacks += 1
        if function === Table.willResignActive { record.times.resigned = record.now }
        phase = function.name
        let timer = loop.schedule(after: deadline) { [weak self] in self?.onLoop { $0.callbackIsLate() } }
        let running = Running(
            function: function,
            token: lastToken,
            started: .now,
            limit: deadline,
            deadline: timer,
            mayTakeMoreTime: mayTakeMoreTime
        )
        state = .open(running: running)
        isAwaited = true
        wakeVitals()
        send(frame.finishFrame())
    }

    /// Answers a call of that function.
    package func complete(_ token: UInt64, of function: Function, with answer: CallAnswer) {
        guard case .open = state, token != 0, !isFrozen else { return }
        pendingCompletions += 1
        if completionDeadline == nil { watchCompletions() }
        let row = function.completion ?? Table.completion
        var payload = answer.payload(for: row)
        if payload.count > Frame.largest - Frame.headerBytes {
            let reason = "\(function.name): the answer has \(payload.count) bytes, over \(Frame.largest)"
            payload = CallAnswer(error: MessageError(.limitExceeded, reason)).payload(for: row)
        }
        sendCompletion(
            Frame(
                .completion,
                function: row.id,
                instance: Self.instance,
                token: token,
                payload: payload
            )
        )
    }

    /// Arguments that no frame can carry are not the extension's fault: it is not told, and life goes on.
    private func skip(_ function: Function, _ size: Int) {
        reports.add(0)
        let reason = "\(function.name) is not delivered: its arguments have \(size) bytes, over \(Frame.largest)"
        sink(.violated(function: function.name, MessageError(.limitExceeded, reason)))
        sink(.returned(function, .null, microseconds: 0))
    }

    /// The extension is on screen: the launch is over.
    package func launchCompleted() {
        if record.times.launched == nil { record.times.launched = record.now }
        if let launchDeadline { loop.cancel(launchDeadline) }
        launchDeadline = nil
    }

    /// The person wants the extension to go: it has so long to come to its end, however many callbacks that takes.
    package func beginClosing() {
        guard closingDeadline == nil else { return }
        closingDeadline = loop.schedule(after: policy.closing) { [weak self] in
            self?.onLoop {
                $0.end(.unresponsive(callback: $0.phase ?? "close", milliseconds: $0.policy.closing.milliseconds))
            }
        }
    }

    /// Stops the process from running, until it is ended.
    ///
    /// Nothing is expected of it from now on: its deadlines are off, and its open completions are dropped (3.2).
    package func freeze() {
        process?.report?.learnWorker()
        guard let process else { return }
        cancelDeadlines()
        isFrozen = true
        _ = mayfly_pidfd_signal(process.report?.worker ?? process.descriptor, SIGSTOP)
    }

    /// Ends the process, which lingers, before its time.
    package func evict(_ reason: WorkerEnd.Eviction) { end(.evicted(reason)) }

    /// Ends the process, without asking it: now, or after that time.
    package func finish(after delay: Duration = .zero) {
        guard delay > .zero else { return end(.finished) }
        _ = loop.schedule(after: delay) { [weak self] in self?.onLoop { $0.end(.finished) } }
    }
}
