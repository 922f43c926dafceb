internal import CMayflyLinux
internal import Glibc
internal import MayflyABI
package import MayflyModel

/// Has workers forked by zygotes, inside their sandbox: one zygote for each runtime that is asked for, and one worker ahead,
/// which waits for the next launch.
///
/// A zygote is started with the first worker that needs it, and anew when it died: no worker dies with it, and who was
/// waiting for it is served by the next. It runs on the event loop, because a zygote dies with the thread that started it.
package actor ZygoteLauncher: WorkerLauncher {
    /// A zygote that is ready.
    private struct Zygote {
        let connection: ZygoteConnection
        let missing: [SandboxLayer: String]
    }

    /// How long a zygote serves.
    package enum Service: Sendable {
        /// Until the host ends.
        case many
        /// For one worker, which so begins as a program of its own.
        case one
    }

    private let programs: WorkerPrograms
    private let layers: Set<SandboxLayer>
    private let service: Service
    private let deadline: Duration
    private let loop: EventLoop
    private var zygotes: [Runtime: Task<Result<Zygote, MayflyError>, Never>] = [:]
    /// A worker for each runtime that was asked for, which waits for its extension.
    private var spares: [Runtime: SpareWorker] = [:]
    private var replacements: [Runtime: Replacement] = [:]

    /// A spare that is to come.
    private enum Replacement {
        case planned(EventLoop.Token)
        case begun(Task<Void, Never>)
    }

    /// Looked for with the first zygote.
    private lazy var groups = Result { () throws(ControlGroups.Unavailable) in try ControlGroups() }

    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// `layers` are those that are wanted; `deadline` is for each answer of a zygote, its first one included.
    package init(
        program: String,
        layers: Set<SandboxLayer> = Set(SandboxLayer.allCases),
        service: Service = .many,
        deadline: Duration = .seconds(10),
        loop: EventLoop
    ) {
        programs = WorkerPrograms(program)
        self.layers = layers
        self.service = service
        self.deadline = deadline
        self.loop = loop
    }

    /// How long after a launch the next worker is forked.
    private static let pause = Duration.milliseconds(5)

    deinit {
        for spare in spares.values { spare.endNow() }
        // What the last workers leave is gone before whoever lets go of this.
        ControlGroups.settle()
        for zygote in zygotes.values {
            Task { if case .success(let zygote) = await zygote.value { await zygote.connection.end("the host ended") } }
        }
    }

    package func launch(
        _ files: WorkerFiles,
        _ order: WorkerOrder,
        within policy: Policy
    ) async throws(MayflyError) -> LaunchedProcess {
        defer { if service == .many { replaceSpare(for: order.runtime) } }
        if spares[order.runtime] == nil, case .begun(let coming) = replacements[order.runtime] { await coming.value }
        if let spare = spares.removeValue(forKey: order.runtime),
            let launched = await spare.begin(files, order, within: policy)
        {
            return launched
        }
        return try await patiently { () async throws(MayflyError) in
            try await forkAndBegin(files, order, within: policy)
        }
    }

    package func missingLayers(for runtime: Runtime) async throws(MayflyError) -> [SandboxLayer: String] {
        var missing = try await patiently { () async throws(MayflyError) in try await zygote(for: runtime).missing }
        if layers.contains(.cgroup), case .failure(let unavailable) = groups { missing[.cgroup] = unavailable.reason }
        return missing
    }

    /// Asks again as long as a launch may.
    private func patiently<Result>(
        _ body: () async throws(MayflyError) -> Result
    ) async throws(MayflyError) -> Result {
        var patience = LaunchPatience(deadline)
        while true {
            do throws(MayflyError) {
                return try await body()
            } catch {
                guard patience.allowsAnother() else { throw error }
            }
        }
    }

    // MARK: Asking

    private func forkAndBegin(
        _ files: WorkerFiles,
        _ order: WorkerOrder,
        within policy: Policy
    ) async throws(MayflyError) -> LaunchedProcess {
        let worker = try await fork(order.runtime)
        guard let launched = await worker.begin(files, order, within: policy) else {
            throw ZygoteConnection.failure("it has ended")
        }
        return launched
    }

    private func fork(_ runtime: Runtime) async throws(MayflyError) -> SpareWorker {
        let zygote = try await zygote(for: runtime)
        let group = layers.contains(.cgroup) ? try? await groups.get().make(ControlGroups.Bounds(Policy())) : nil
        defer { group?.shut() }
        var link: [Int32] = [-1, -1]
        do throws(MayflyError) {
            guard mayfly_packet_pair(&link) == 0 else { throw ZygoteConnection.failure("no descriptors are left") }
            defer { close(link[1]) }
            let entrances = group?.entrances ?? []
            let answer = try await zygote.connection.ask(
                Table.zygoteFork.payload(["groups": .unsigned(UInt64(entrances.count))]),
                [link[1]] + entrances
            )
            if service == .one { await zygote.connection.end("it has served") }
            let process = try Self.process(in: answer)
            let report = ExitReport(socket: link[0], hasFirstProcess: zygote.missing[.processes] == nil)
            let launched = LaunchedProcess(
                id: process.id,
                descriptor: process.descriptor,
                report: report,
                group: group,
                folders: zygote.missing[.root] == nil ? .sandboxed : nil
            )
            let worker = SpareWorker(launched, report, loop: loop)
            await worker.listen()
            return worker
        } catch {
            close(link[0])
            group?.remove()
            throw error
        }
    }

    private static func process(
        in answer: ZygoteConnection.Answer
    ) throws(MayflyError) -> (id: Int32, descriptor: Int32) {
        let record = try? Table.zygoteForked.value(of: answer.bytes)
        guard let number = record?["process"].unsigned, let descriptor = answer.descriptor,
            let id = Int32(exactly: number), id > 0
        else {
            answer.descriptor.map { _ = close($0) }
            throw ZygoteConnection.failure(record?["reason"].text ?? "it gave no reason")
        }
        return (id, descriptor)
    }

    // MARK: The spare

    /// Sees to it that a worker waits for the next launch of this runtime, once the launches of now are over: it is forked at
    /// nobody's cost but the machine's idle time.
    private func replaceSpare(for runtime: Runtime) {
        switch replacements[runtime] {
        case .begun: return
        case .planned(let token): loop.cancel(token)
        case nil: break
        }
        let token = loop.schedule(after: Self.pause) { [weak self] in
            self?.assumeIsolated { _ = $0.beginReplacement(for: runtime) }
        }
        replacements[runtime] = .planned(token)
    }

    private func beginReplacement(for runtime: Runtime) -> Task<Void, Never> {
        let task = Task { await addSpare(for: runtime) }
        replacements[runtime] = .begun(task)
        return task
    }

    package func settle() async {
        for (runtime, replacement) in replacements {
            switch replacement {
            case .planned(let token):
                loop.cancel(token)
                await beginReplacement(for: runtime).value
            case .begun(let task): await task.value
            }
        }
        for spare in spares.values { await spare.settle() }
        await ControlGroups.settled()
    }

    private func addSpare(for runtime: Runtime) async {
        defer { replacements[runtime] = nil }
        // Whatever is wrong is told to the next launch, which then forks for itself.
        guard spares[runtime] == nil, let spare = try? await fork(runtime) else { return }
        spares[runtime] = spare
    }

    package func dropSpares() async {
        for (runtime, replacement) in replacements {
            switch replacement {
            case .planned(let token):
                loop.cancel(token)
                replacements[runtime] = nil
            case .begun(let task): await task.value
            }
        }
        let gone = spares.values
        spares = [:]
        for spare in gone { await spare.endAndWait() }
        await ControlGroups.settled()
    }

    // MARK: The zygotes

    private func zygote(for runtime: Runtime) async throws(MayflyError) -> Zygote {
        guard service == .many else { return try await start(runtime) }
        let starting = zygotes[runtime] ?? starting(runtime)
        zygotes[runtime] = starting
        let started = await starting.value
        if case .success(let zygote) = started, await zygote.connection.isOpen { return zygote }
        // Whoever finds it dead first starts the next one.
        if zygotes[runtime] == starting { zygotes[runtime] = nil }
        if case .failure(let error) = started { throw error }
        return try await zygote(for: runtime)
    }

    private func starting(_ runtime: Runtime) -> Task<Result<Zygote, MayflyError>, Never> {
        Task {
            do throws(MayflyError) {
                return .success(try await start(runtime))
            } catch {
                return .failure(error)
            }
        }
    }

    private func start(_ runtime: Runtime) async throws(MayflyError) -> Zygote {
        let wanted = layers.map(\.rawValue).sorted().joined(separator: ",")
        let program = programs[runtime]
        let connection = try ZygoteConnection(
            program,
            ["--zygote", "\(getpid())", wanted, runtime.rawValue],
            environment: layers.contains(.environment) ? ExecLauncher.environment : nil,
            deadline: deadline,
            loop: loop
        )
        await connection.listen()
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
