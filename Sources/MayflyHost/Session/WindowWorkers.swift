internal import MayflyABI
internal import MayflyBundles
internal import MayflyModel
internal import MayflyWorkers

/// The workers of a window: the one whose extension is in use, and those that linger because their extension has resigned.
///
/// It starts and ends them, and has the state of each launch written down.
final class WindowWorkers {
    private let services: HostServices
    private let launcher: ExtensionLauncher
    private let history: LaunchHistory
    private let queues: CallQueues
    private let post: @Sendable (SessionEvent) -> Void
    /// The extension that is launching, active or resigning, with its worker.
    private(set) var current: RunningExtension?
    /// The workers whose extension has resigned, by their numbers.
    private var lingering: [Int: RunningExtension] = [:]
    /// When the workers ended whose receipts wait for the names of functions, by their numbers.
    private var unnamed: [Int: ContinuousClock.Instant] = [:]
    private var lastNumber = 0
    private var isShuttingDown = false

    /// `queues` runs the searches for names; `post` takes their results.
    init(
        _ services: HostServices,
        launcher: ExtensionLauncher,
        history: LaunchHistory,
        queues: CallQueues,
        post: @escaping @Sendable (SessionEvent) -> Void
    ) {
        self.services = services
        self.launcher = launcher
        self.history = history
        self.queues = queues
        self.post = post
    }

    /// Whether no worker lives, and every receipt is kept.
    var isEmpty: Bool { current == nil && lingering.isEmpty && unnamed.isEmpty }

    /// When the first worker ended whose receipt waits for names; nil for none.
    var unnamedSince: ContinuousClock.Instant? { unnamed.values.min() }

    /// The worker of that number; nil where its launch failed or its end was reported.
    subscript(number: Int) -> RunningExtension? { current?.number == number ? current : lingering[number] }

    func isCurrent(_ worker: RunningExtension) -> Bool { current?.number == worker.number }

    // MARK: The current one

    /// Starts a worker for an extension, which is the current one from then on.
    nonisolated(nonsending) func launch(
        _ bundle: ExtensionBundle,
        in style: PresentationStyle
    ) async throws(MayflyError) {
        lastNumber += 1
        current = try await launcher.launch(bundle, as: lastNumber, in: style)
    }

    /// The process of the current worker runs.
    func noteProcess(_ process: Int32) {
        current?.record.process = process
        if let current { history.note(current.record) }
    }

    /// The current extension is opened, and has these callbacks.
    func noteCallbacks(_ callbacks: CallbackSet) { current?.callbacks = callbacks }

    /// The current extension is on screen.
    nonisolated(nonsending) func completeLaunch() async {
        await current?.worker.launchCompleted()
        current?.record.state = .active
        if let current { history.note(current.record) }
    }

    /// A callback of the current extension runs from now on.
    func begin(_ callback: Callback) { current?.callback = callback }

    /// The callback has returned; gives which one it was.
    func endCallback() -> Callback? {
        defer { current?.callback = nil }
        return current?.callback
    }

    /// The current extension has resigned: none is current any more. Its worker is given to `linger`.
    func takeCurrent() -> RunningExtension? {
        defer { current = nil }
        return current
    }

    // MARK: Those that linger

    /// Freezes a worker whose extension has resigned. It ends after `Policy.linger`, or at once where that is no time or the
    /// window is closing.
    nonisolated(nonsending) func linger(_ resigned: RunningExtension) async {
        var resigned = resigned
        resigned.record.state = .lingering
        lingering[resigned.number] = resigned
        history.note(resigned.record)
        guard resigned.policy.linger > .zero, !isShuttingDown else { return await resigned.worker.finish() }
        await endOldestLingerers()
        await resigned.worker.freeze()
        await services.live.linger(resigned.slot, resigned.worker)
        await resigned.worker.finish(after: resigned.policy.linger)
    }

    nonisolated(nonsending) private func endOldestLingerers() async {
        let surplus = lingering.count - services.policy.lingerers
        guard surplus > 0 else { return }
        for number in lingering.keys.sorted().prefix(surplus) { await lingering[number]?.worker.finish() }
    }

    /// No worker lingers from now on. Those that linger already are ended by `endLingerers`.
    func beginShutDown() { isShuttingDown = true }

    nonisolated(nonsending) func endLingerers() async {
        for (_, lingerer) in lingering { await lingerer.worker.finish() }
    }

    // MARK: The end

    /// A worker is gone: announces its end, and keeps its receipt. With a black box, the receipt is kept later: `named` follows with
    /// what it tells. Gives the end as far as it is known now.
    nonisolated(nonsending) func close(
        _ worker: RunningExtension,
        _ end: WorkerEnd,
        _ box: BlackBox?
    ) async -> WorkerEnd {
        worker.calls.close()
        worker.requests.close()
        let ending = await history.close(worker, end)
        await services.live.leave(worker.slot)
        history.remember(ending.end, of: worker)
        if lingering.removeValue(forKey: worker.number) == nil, isCurrent(worker) { current = nil }
        guard let box else { return history.keep(ending, of: worker) }
        findNames(worker, ending, box)
        return ending.end
    }

    private func findNames(_ worker: RunningExtension, _ ending: LaunchRecord.Ending, _ box: BlackBox) {
        unnamed[worker.number] = .now
        let queue = queues.open()
        queue.add { [history, post] in post(.named(await history.name(ending, of: worker, by: box), worker)) }
        queue.close()
    }

    /// The names for the receipt of a worker are found, or are not found in time. Gives its end, with the names.
    func keep(_ ending: LaunchRecord.Ending, of worker: RunningExtension) -> WorkerEnd {
        unnamed[worker.number] = nil
        return history.keep(ending, of: worker)
    }
}
