internal import Glibc
internal import MayflyABI
internal import MayflyModel

/// The zygotes of a launcher: one for each runtime that was asked for, started with the first worker that needs it, and anew
/// when it died.
///
/// It runs on the event loop, because a zygote dies with the thread that started it.
actor ZygotePool {
    /// A zygote that is ready.
    struct Zygote {
        let connection: ZygoteConnection
        /// The layers of the sandbox that do not hold for its workers.
        let missing: [SandboxLayer: String]
    }

    private typealias Starting = Task<Result<Zygote, MayflyError>, Never>

    private let programs: WorkerPrograms
    private let layers: Set<SandboxLayer>
    private let service: ZygoteService
    private let deadline: Duration
    private let loop: EventLoop
    /// Those that can be asked, or that are being started.
    private var zygotes: [Runtime: Starting] = [:]
    /// All that are not reaped yet.
    private var connections: [ZygoteConnection] = []

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    init(
        program: String,
        layers: Set<SandboxLayer>,
        service: ZygoteService,
        deadline: Duration,
        loop: EventLoop
    ) {
        programs = WorkerPrograms(program)
        self.layers = layers
        self.service = service
        self.deadline = deadline
        self.loop = loop
    }

    deinit {
        for zygote in zygotes.values {
            Task { if case .success(let zygote) = await zygote.value { await zygote.connection.end("the host ended") } }
        }
    }

    /// The zygote that makes the next worker of this runtime; it is started where there is none.
    func zygote(for runtime: Runtime) async throws(MayflyError) -> Zygote {
        let starting = zygotes[runtime] ?? starting(runtime)
        zygotes[runtime] = starting
        let started = await starting.value
        if case .success(let zygote) = started, await zygote.connection.isAvailable { return zygote }
        // The first that finds it dead or taken starts the next one.
        if zygotes[runtime] == starting { zygotes[runtime] = nil }
        if case .failure(let error) = started { throw error }
        return try await zygote(for: runtime)
    }

    /// The same, to ask it for a worker: nobody else asks a zygote that serves once.
    func claimZygote(for runtime: Runtime) async throws(MayflyError) -> Zygote {
        while true {
            let zygote = try await zygote(for: runtime)
            if service == .many { return zygote }
            if await zygote.connection.take() { return zygote }
        }
    }

    /// Ends all zygotes, and is back when they are reaped. A launch that is under way meanwhile loses no more than time: it asks
    /// the next zygote.
    func endAll() async {
        let gone = zygotes.values
        zygotes = [:]
        for zygote in gone {
            // One that is being started is waited for, or it would live on.
            if case .success(let zygote) = await zygote.value { await zygote.connection.end("it is over") }
        }
        for connection in connections { if await !connection.isOpen { await connection.reaped() } }
        forgetReaped()
    }

    private func forgetReaped() {
        // Both run on the event loop.
        connections.removeAll { $0.assumeIsolated { $0.isReaped } }
    }

    private func starting(_ runtime: Runtime) -> Starting {
        Task {
            do throws(MayflyError) {
                return .success(try await start(runtime))
            } catch {
                return .failure(error)
            }
        }
    }

    private func start(_ runtime: Runtime) async throws(MayflyError) -> Zygote {
        let program = programs[runtime]
        let connection = try ZygoteConnection(
            program,
            WorkerArguments.zygote(service, host: getpid(), layers: layers, runtime).list,
            environment: layers.contains(.environment) ? WorkerContract.environment : nil,
            deadline: deadline,
            loop: loop
        )
        await connection.listen()
        forgetReaped()
        connections.append(connection)
        let answer = try await connection.ask(nil, [])
        answer.descriptor.map { _ = close($0) }
        guard let ready = try? Table.zygoteReady.value(of: answer.bytes),
            ready["fingerprint"].unsigned == Table.fingerprint
        else {
            await connection.end("it is of another build")
            throw ZygoteConnection.failure("\(program) is of another build")
        }
        return Zygote(connection: connection, missing: SandboxLayer.missing(in: ready["missing"].text ?? ""))
    }
}
