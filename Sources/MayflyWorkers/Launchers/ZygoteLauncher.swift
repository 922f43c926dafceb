internal import Glibc
internal import MayflyABI
internal import MayflyLinux
package import MayflyModel

/// Has workers forked by zygotes, inside their sandbox: one zygote for each runtime that is asked for, and one worker ahead,
/// which waits for the next launch.
///
/// A zygote is started with the first worker that needs it, and anew when it died: no worker dies with it, and who was
/// waiting for it is served by the next. It runs on the event loop, because a zygote dies with the thread that started it.
package actor ZygoteLauncher: WorkerLauncher {
    /// A zygote that is ready.
    package struct Zygote {
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

    let programs: WorkerPrograms
    let layers: Set<SandboxLayer>
    let service: Service
    let deadline: Duration
    let loop: EventLoop
    /// Those that can be asked, or that are being started.
    var zygotes: [Runtime: Task<Result<Zygote, MayflyError>, Never>] = [:]
    /// All that are not reaped yet.
    var connections: [ZygoteConnection] = []
    /// A worker for each runtime that was asked for, which waits for its extension.
    var spares: [Runtime: SpareWorker] = [:]
    var replacements: [Runtime: Replacement] = [:]

    /// A spare that is to come.
    enum Replacement {
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
        _ order: LaunchRequest,
        within policy: Policy
    ) async throws(MayflyError) -> LaunchedProcess {
        defer { replaceSpare(for: order.runtime) }
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
        var missing = try await missingInZygote(for: runtime)
        if layers.contains(.cgroup), case .failure(let unavailable) = groups { missing[.cgroup] = unavailable.reason }
        return missing
    }

    /// What the zygote of the next worker says. Where that worker is there already, its zygote has said it.
    private func missingInZygote(for runtime: Runtime) async throws(MayflyError) -> [SandboxLayer: String] {
        if let spare = spares[runtime] { return spare.missing }
        return try await patiently { () async throws(MayflyError) in try await zygote(for: runtime).missing }
    }

    /// Asks again as long as a launch may.
    private func patiently<Result>(
        _ body: () async throws(MayflyError) -> Result
    ) async throws(MayflyError) -> Result {
        var patience = LaunchRetries(deadline)
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
        _ order: LaunchRequest,
        within policy: Policy
    ) async throws(MayflyError) -> LaunchedProcess {
        let worker = try await fork(order.runtime)
        guard let launched = await worker.begin(files, order, within: policy) else {
            throw ZygoteConnection.failure(await worker.refusal.map { "its sandbox \($0)" } ?? "it has ended")
        }
        return launched
    }

    func fork(_ runtime: Runtime) async throws(MayflyError) -> SpareWorker {
        // Either may take milliseconds, and neither needs the other.
        async let making = makeGroup()
        let zygote: Zygote
        do throws(MayflyError) {
            zygote = try await claimZygote(for: runtime)
        } catch {
            let group = await making
            group?.shut()
            group?.remove()
            throw error
        }
        return try await fork(by: zygote, into: await making)
    }

    private func fork(by zygote: Zygote, into group: ControlGroup?) async throws(MayflyError) -> SpareWorker {
        defer { group?.shut() }
        guard let link = try? DescriptorPair(.packets, for: "a worker") else {
            group?.remove()
            throw ZygoteConnection.failure("no descriptors are left")
        }
        do throws(MayflyError) {
            defer { link.closeTheirs() }
            let entrances = group?.entrances ?? []
            let answer = try await zygote.connection.ask(
                Table.zygoteFork.payload(["groups": .unsigned(UInt64(entrances.count))]),
                [link.theirs] + entrances
            )
            if service == .one { await zygote.connection.end("it has served") }
            let process = try Self.process(in: answer)
            let report = WorkerLink(socket: link.ours, hasFirstProcess: zygote.missing[.processes] == nil)
            let launched = LaunchedProcess(
                id: process.id,
                descriptor: process.descriptor,
                group: group,
                folders: zygote.missing[.root] == nil ? .sandboxed : nil
            )
            let worker = SpareWorker(launched, report, missing: zygote.missing, loop: loop)
            await worker.listen()
            return worker
        } catch {
            link.closeOurs()
            group?.remove()
            throw error
        }
    }

    private func makeGroup() async -> ControlGroup? {
        layers.contains(.cgroup) ? try? await groups.get().make(ControlGroups.Bounds(Policy())) : nil
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
}
