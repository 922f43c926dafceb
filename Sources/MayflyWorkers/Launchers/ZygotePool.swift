internal import Glibc
internal import MayflyABI
internal import MayflyModel

/// The zygotes of a launcher: one for each runtime that was requested. It is started with the first worker that needs
/// it, and again when it has ended.
///
/// It runs on the event loop, because a zygote ends with the thread that started it.
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
    /// The zygotes that can take requests, or are being started.
    private var zygotes: [Runtime: Starting] = [:]
    /// All zygotes that are not reaped.
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

    /// The zygote that makes the next worker of this runtime. It is started if there is none.
    func zygote(for runtime: Runtime) async throws(MayflyError) -> Zygote {
        let starting = zygotes[runtime] ?? starting(runtime)
        zygotes[runtime] = starting
        let started = await starting.value
        if case .success(let zygote) = started, await zygote.connection.isAvailable { return zygote }
        // The first caller that finds it ended or reserved starts the next one.
        if zygotes[runtime] == starting { zygotes[runtime] = nil }
        if case .failure(let error) = started { throw error }
        return try await zygote(for: runtime)
    }

    /// The same, for a request to fork: a zygote that serves once is reserved for this caller.
    func claimZygote(for runtime: Runtime) async throws(MayflyError) -> Zygote {
        while true {
            let zygote = try await zygote(for: runtime)
            if service == .many { return zygote }
            if await zygote.connection.take() { return zygote }
        }
    }

    /// Ends all zygotes, and returns when they are reaped. A launch that is under way only loses time: it asks the next
    /// zygote. Gives a line for each that a debugger holds.
    func endAll() async -> [String] {
        let gone = zygotes.values
        zygotes = [:]
        for zygote in gone {
            // Wait for one that is being started; otherwise it would stay alive.
            if case .success(let zygote) = await zygote.value { await zygote.connection.end("it is over") }
        }
        var held: [String] = []
        for connection in connections where await !connection.isOpen {
            if let line = await connection.reaped() { held.append(line) }
        }
        forgetReaped()
        return held
    }

    private func forgetReaped() {
        // The pool and the connections run on the event loop.
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
            layers: layers,
            deadline: deadline,
            loop: loop
        )
        await connection.listen()
        if layers.contains(.root) { MappedFolders.prepare() }
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
