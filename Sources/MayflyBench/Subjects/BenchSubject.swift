internal import CMayflyLinux
internal import MayflyBundles
internal import MayflyHost
package import MayflyModel
internal import MayflyViews
package import MayflyWorkers

/// One extension whose operations are timed on the event loop, so that no change of thread is included.
package actor BenchSubject: LoopActor {
    package struct Launch: Sendable {
        /// From the start request to the return of the first callback, and of `viewDidAppear`.
        package var firstCallback = Duration.zero
        package var appeared = Duration.zero
        /// From the start request to the checked answer to the first request; zero without a request.
        package var answered = Duration.zero
    }

    /// The times of one round trip, from the action.
    package struct Trip: Sendable {
        /// To the checked answer.
        package let reply: Duration
        /// To the moment when the next action may come, after the return of the callback.
        package let whole: Duration
    }

    private enum Waiting {
        case nothing
        case launch(CheckedContinuation<Launch, any Error>?)
        case trips(CheckedContinuation<[Trip], any Error>)
        case end(CheckedContinuation<Duration, Never>)
    }

    private struct Trips {
        var payload = Payload(size: 1)
        /// No round trip begins after this moment; nil if only their number counts.
        var end: ContinuousClock.Instant?
        var left = 0
        var reply: Duration?
        var taken: [Trip] = []
    }

    private let stage: BenchStage
    private let bundle: ExtensionBundle
    private let launcher: any WorkerLauncher
    private let policy: Policy
    private var run: DirectRun?
    private var watch = Stopwatch()
    private var waiting = Waiting.nothing
    private var launched = Launch()
    private var trips = Trips()
    /// The process that the host started; with a PID namespace, its process 1.
    package private(set) var process: Int32 = 0
    package private(set) var end: WorkerEnd?

    package nonisolated var loop: EventLoop { stage.loop }

    init(_ bundle: ExtensionBundle, on stage: BenchStage, _ launcher: any WorkerLauncher, _ policy: Policy) {
        self.bundle = bundle
        self.stage = stage
        self.launcher = launcher
        self.policy = policy
    }

    /// The thread id of the host's event loop.
    package var loopThread: Int32 { mayfly_thread_id() }

    // MARK: Acts

    /// Starts the extension. `firstRequest` is the size of a request that is sent when it is on screen.
    package func launch(firstRequest size: Int? = nil) async throws -> Launch {
        trips = Trips(payload: Payload(size: size ?? 1), left: size == nil ? 0 : 1)
        (launched, waiting) = (Launch(), .launch(nil))
        watch = Stopwatch()
        let run = DirectRun(bundle, home: stage.home, launcher: launcher, policy: policy, loop: stage.loop) {
            report in self.onLoop(report) { $0.take($1) }
        }
        self.run = run
        do {
            try await run.open(as: stage.device)
        } catch {
            (self.run, waiting) = (nil, .nothing)
            throw error
        }
        // The launch may already be complete.
        if let end { throw Self.failure(end) }
        guard case .launch = waiting else { return launched }
        return try await withCheckedThrowingContinuation { waiting = .launch($0) }
    }

    /// Makes a number of round trips, or as many as fit into a time.
    package func trips(_ count: Int = .max, size: Int, for time: Duration? = nil) async throws -> [Trip] {
        try await withCheckedThrowingContinuation { continuation in
            waiting = .trips(continuation)
            trips = Trips(payload: Payload(size: size), end: time.map { .now + $0 }, left: count)
            beginTrip()
        }
    }

    /// Closes the extension; returns the time until its process is reaped.
    package func close() async -> Duration {
        await ending { run in run.close() }
    }

    /// Kills its process; returns the time until it is reaped.
    package func kill() async -> Duration {
        await ending { run in run.kill() }
    }

    /// Makes the extension do something that ends it; returns the time until its process is reaped.
    package func provoke(_ behaviour: Behaviour) async -> Duration {
        await ending { run in run.perform(behaviour.submission) }
    }

    /// Makes the extension do something that it never returns from.
    package func begin(_ behaviour: Behaviour) { run?.onLoop { _ = $0.perform(behaviour.submission) } }

    private func ending(_ act: @escaping @Sendable (isolated DirectRun) -> Void) async -> Duration {
        guard let run, end == nil else { return .zero }
        return await withCheckedContinuation { continuation in
            waiting = .end(continuation)
            watch = Stopwatch()
            run.onLoop(act) { $1($0) }
        }
    }

    // MARK: Reports

    private func take(_ report: DirectRun.Report) {
        switch (report, waiting) {
        case (.spawned(let process), _): self.process = process
        case (.returned(.viewDidLoad), .launch): launched.firstCallback = watch.elapsed
        case (.launched, .launch): launched.appeared = watch.elapsed
        case (.inserted(.text(trips.payload.reply)), .launch): launched.answered = watch.elapsed
        case (.idle, .launch(let continuation)) where launched.appeared > .zero: endLaunch(continuation)
        case (.inserted(.text(let text)), .trips):
            let elapsed = watch.elapsed
            if text == trips.payload.reply { trips.reply = elapsed }
        case (.idle, .trips(let continuation)): endTrip(continuation)
        case (.ended(let end), _): ended(end)
        default: break
        }
    }

    private func endLaunch(_ continuation: CheckedContinuation<Launch, any Error>?) {
        if trips.left > 0 {
            trips.left = 0
            let request = trips.payload.request
            run?.onLoop(request) { _ = $0.perform($1) }
        } else {
            waiting = .nothing
            continuation?.resume(returning: launched)
        }
    }

    private func beginTrip() {
        watch = Stopwatch()
        let request = trips.payload.request
        run?.onLoop(request) { _ = $0.perform($1) }
    }

    private func endTrip(_ continuation: CheckedContinuation<[Trip], any Error>) {
        guard let reply = trips.reply else {
            return fail(MayflyError(.protocolViolation, "the extension did not answer with the bytes that it was sent"))
        }
        trips.taken.append(Trip(reply: reply, whole: watch.elapsed))
        trips.reply = nil
        trips.left -= 1
        guard trips.left > 0, trips.end.map({ $0 > .now }) != false else {
            waiting = .nothing
            return continuation.resume(returning: trips.taken)
        }
        beginTrip()
    }

    private func ended(_ end: WorkerEnd) {
        self.end = end
        run = nil
        if case .end(let continuation) = waiting {
            waiting = .nothing
            return continuation.resume(returning: watch.elapsed)
        }
        fail(Self.failure(end))
    }

    private static func failure(_ end: WorkerEnd) -> MayflyError {
        MayflyError(.extensionCrashed, "the extension ended while it was measured: \(end.cause)")
    }

    private func fail(_ error: any Error) {
        defer { waiting = .nothing }
        switch waiting {
        case .launch(let continuation): continuation?.resume(throwing: error)
        case .trips(let continuation): continuation.resume(throwing: error)
        case .end, .nothing: break
        }
    }
}
