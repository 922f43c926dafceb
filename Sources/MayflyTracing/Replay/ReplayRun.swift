internal import MayflyABI
internal import MayflyModel
internal import MayflyWorkers

/// What happens in the worker of a replay.
enum ReplayEvent: Sendable {
    case received(Frame)
    /// A report was handled by the worker, which waits until its owner has taken it.
    case reported
    /// A callback is over. One that the extension lacks is over at once, without a frame.
    case returned
    case spawned(Int32)
    case waiting
    indirect case ended(WorkerEnd, BlackBox?)
    /// Somebody wants the replay to end.
    case interrupted
    /// The time of the wait of that number is over.
    case patienceOver(Int)

    /// Nil for what a replay need not know.
    init?(_ event: WorkerEvent) {
        switch event {
        case .called, .violated, .printed, .askedForTime: self = .reported
        case .spawned(let process): self = .spawned(process)
        case .waiting: self = .waiting
        case .ended(let end, let box): self = .ended(end, box)
        case .returned: self = .returned
        case .opened, .completionReturned, .memoryIsShort, .killed, .warned: return nil
        }
    }
}

/// Passes the frames of a worker on.
struct ReplayWatcher: FrameWatcher {
    private let mailbox: AsyncStream<ReplayEvent>.Continuation

    init(_ mailbox: AsyncStream<ReplayEvent>.Continuation) { self.mailbox = mailbox }

    func take(_ event: FrameEvent, at microseconds: Int64) {
        if case .received(let frame) = event { mailbox.yield(.received(frame)) }
    }
}

/// One replay, from the start of its process to its end.
struct ReplayRun {
    private var plan: ReplayPlan
    private let worker: Worker
    private let policy: Policy
    private let folder: ReplayFolder
    private let recorded: RecordedEnd?
    private let tell: @Sendable (Replayer.News) -> Void
    /// The callback with whose return the extension is on screen; it may lack the last one.
    private let lastOfLaunch: Function
    private var process: Int32 = 0
    private var isFinishing = false
    /// Callbacks whose frames of the end have come, and whose events have not.
    private var ending = 0

    init(
        plan: ReplayPlan,
        worker: Worker,
        policy: Policy,
        folder: ReplayFolder,
        launch: RecordedLaunch,
        tell: @escaping @Sendable (Replayer.News) -> Void
    ) {
        self.plan = plan
        self.worker = worker
        self.policy = policy
        self.folder = folder
        recorded = launch.end
        lastOfLaunch = launch.calls(Table.viewDidAppear) ? Table.viewDidAppear : Table.willBecomeActive
        self.tell = tell
    }

    /// Whether the recorded process ended although nobody wanted it to.
    private var awaitsFailure: Bool {
        guard let recorded else { return false }
        return !["finished", "killed", "evicted", "hostEnded"].contains(recorded.cause)
    }

    /// Follows the events up to the end of the process.
    mutating func follow(
        _ events: AsyncStream<ReplayEvent>,
        _ mailbox: AsyncStream<ReplayEvent>.Continuation
    ) async -> (end: WorkerEnd, box: BlackBox?) {
        var patience = ReplayPatience()
        var timer: Task<Void, Never>?
        for await event in events {
            switch event {
            case .reported: worker.reportTaken()
            case .spawned(let number):
                process = number
                tell(.spawned(number))
            case .waiting: tell(.waiting(process))
            case .received(let frame):
                if let extra = plan.take(frame) { await refuse(extra.token, extra.1) }
                if frame.kind == .returned { ending += 1 }
                if frame.kind == .returned, frame.function == lastOfLaunch.id { await worker.launchCompleted() }
            case .returned where ending > 0: ending -= 1
            case .returned: plan.skip()
            case .interrupted: await finish()
            case .patienceOver(let number):
                guard patience.isOver(number, at: plan.progress) else { continue }
                plan.giveUp()
                if plan.isDone || patience.isAtEnd { await finish() }
            case .ended(let end, let box):
                timer?.cancel()
                plan.end()
                return (end, box)
            }
            await goOn()
            // Who debugs takes their time.
            guard policy.debugging == nil, let wait = patience.begin(at: plan.progress) else { continue }
            timer?.cancel()
            timer = Task {
                guard (try? await Task.sleep(for: ReplayPatience.time)) != nil else { return }
                mailbox.yield(.patienceOver(wait))
            }
        }
        return (WorkerEnd(unseen: .channelClosed), nil)
    }

    private mutating func goOn() async {
        // What is left at the end is a difference.
        while !isFinishing, let action = plan.next() {
            switch action {
            case .makeFile(let file): folder.make(file)
            case .callBack(let function, let values):
                let isResign = function === Table.willResignActive || function === Table.didResignActive
                await worker.callBack(
                    function,
                    values,
                    deadline: isResign ? policy.resign : policy.callback,
                    mayTakeMoreTime: isResign
                )
            case .complete(let token, let function, let values):
                await worker.complete(token, of: function, with: Self.answer(values))
            }
        }
        if plan.isDone, !awaitsFailure { await finish() }
    }

    private mutating func finish() async {
        guard !isFinishing else { return }
        isFinishing = true
        await worker.finish()
    }

    private func refuse(_ token: UInt64, _ function: Function) async {
        let error = MessageError(.unknown, "\(function.name): the record has no such call")
        await worker.complete(token, of: function, with: CallAnswer(error: error))
    }

    private static func answer(_ values: [Value]) -> CallAnswer {
        CallAnswer(error: values.first?.record.map(error), values: Array(values.dropFirst()))
    }

    private static func error(_ record: RecordValue) -> MessageError {
        MessageError(
            record["code"].int32.flatMap(MessageErrorCode.init(rawValue:)) ?? .unknown,
            record["message"].text ?? "",
            domain: record["domain"].int32.flatMap(MessageError.Domain.init(rawValue:)) ?? .messages
        )
    }

    /// What was different, the end included.
    func differences(with end: WorkerEnd) -> ReplayDifferences {
        var differences = plan.differences
        guard let recorded else { return differences }
        let actual = RecordedEnd(end, at: 0)
        guard recorded.cause != actual.cause || recorded.number != actual.number else { return differences }
        // Whoever ended the recorded process wanted its end, as the replay does.
        guard awaitsFailure || end.isFailure else { return differences }
        let (one, other) = (recorded.line(of: 0), actual.line(of: 0))
        differences.add(
            ["- end \(one.name) \(one.content.line)", "+ end \(other.name) \(other.content.line)"],
            in: "the end"
        )
        return differences
    }
}

extension RecordedLaunch {
    /// Whether the host called that callback.
    fileprivate func calls(_ callback: Function) -> Bool {
        steps.contains { step in
            guard case .sent(let frame, _) = step else { return false }
            return frame.kind == .callback && frame.function == callback.id
        }
    }
}
