internal import Glibc
package import MayflyABI
internal import MayflyLinux
package import MayflyModel

/// Makes zygotes fork workers inside their sandbox. It has one zygote for each runtime that was requested, and keeps
/// one spare worker for the next launch of each.
///
/// Workers do not end with their zygote; a new zygote serves the launches that were waiting. It runs on the event loop,
/// as the zygotes do.
package actor ZygoteLauncher: WorkerLauncher {
    /// A spare worker that is not ready yet.
    private enum Replacement {
        case planned(EventLoop.Token)
        case begun(Task<Void, Never>)
    }

    /// How often a launch is tried. The end of a zygote shows only when it does not answer.
    private static let mostTries = 4
    /// How long after a launch the next spare is forked.
    private static let pause = Duration.milliseconds(5)

    private let zygotes: ZygotePool
    private let layers: Set<SandboxLayer>
    private let service: ZygoteService
    private let deadline: Duration
    private let loop: EventLoop
    /// The spare workers, by runtime.
    private var spares: [Runtime: SpareWorker] = [:]
    private var replacements: [Runtime: Replacement] = [:]

    /// Set up with the first zygote.
    private lazy var groups = Result { () throws(ControlGroups.Unavailable) in try ControlGroups() }

    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// `layers` are the wanted layers; `deadline` applies to each answer of a zygote, its first one included.
    package init(
        program: String,
        layers: Set<SandboxLayer> = Set(SandboxLayer.allCases),
        service: ZygoteService = .many,
        deadline: Duration = .seconds(10),
        loop: EventLoop
    ) {
        zygotes = ZygotePool(program: program, layers: layers, service: service, deadline: deadline, loop: loop)
        self.layers = layers
        self.service = service
        self.deadline = deadline
        self.loop = loop
    }

    deinit {
        for spare in spares.values { spare.endNow() }
        // Wait until the control groups of the last workers are removed.
        ControlGroups.settle()
    }

    package func launch(
        _ files: WorkerFiles,
        _ request: LaunchRequest,
        within policy: Policy
    ) async throws(MayflyError) -> LaunchedProcess {
        defer { replaceSpare(for: request.runtime) }
        if spares[request.runtime] == nil, case .begun(let coming) = replacements[request.runtime] {
            await coming.value
        }
        if let spare = spares.removeValue(forKey: request.runtime),
            let launched = await spare.begin(files, request, within: policy)
        {
            return launched
        }
        return try await retrying { () async throws(MayflyError) in
            try await forkAndBegin(files, request, within: policy)
        }
    }

    package func missingLayers(for runtime: Runtime) async throws(MayflyError) -> [SandboxLayer: String] {
        var missing = try await missingInZygote(for: runtime)
        if layers.contains(.cgroup), case .failure(let unavailable) = groups { missing[.cgroup] = unavailable.reason }
        return missing
    }

    /// The missing layers that the zygote of the next worker reported. A spare worker has them from its zygote.
    private func missingInZygote(for runtime: Runtime) async throws(MayflyError) -> [SandboxLayer: String] {
        if let spare = spares[runtime] { return spare.missing }
        return try await retrying { () async throws(MayflyError) in try await zygotes.zygote(for: runtime).missing }
    }

    /// Tries again when a zygote has ended, until the time for a launch is over. A zygote that does not answer uses up
    /// that time: the launch fails, and another zygote serves the next one.
    private func retrying<Result>(
        _ body: () async throws(MayflyError) -> Result
    ) async throws(MayflyError) -> Result {
        let end = ContinuousClock.now + deadline
        var tries = 1
        while true {
            do throws(MayflyError) {
                return try await body()
            } catch {
                tries += 1
                guard tries <= Self.mostTries, .now < end else { throw error }
            }
        }
    }

    // MARK: Forking

    private func forkAndBegin(
        _ files: WorkerFiles,
        _ request: LaunchRequest,
        within policy: Policy
    ) async throws(MayflyError) -> LaunchedProcess {
        let worker = try await fork(request.runtime)
        guard let launched = await worker.begin(files, request, within: policy) else {
            throw ZygoteConnection.failure(await worker.refusal.map { "its sandbox \($0)" } ?? "it has ended")
        }
        return launched
    }

    private func fork(_ runtime: Runtime) async throws(MayflyError) -> SpareWorker {
        // Each may take milliseconds, and they are independent.
        async let making = makeGroup()
        let zygote: ZygotePool.Zygote
        do throws(MayflyError) {
            zygote = try await zygotes.claimZygote(for: runtime)
        } catch {
            let group = await making
            group?.shut()
            group?.remove()
            throw error
        }
        return try await fork(by: zygote, into: await making)
    }

    private func fork(by zygote: ZygotePool.Zygote, into group: ControlGroup?) async throws(MayflyError) -> SpareWorker
    {
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
            await zygote.connection.reapLostChildren()
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

    // MARK: Spares

    /// Forks a spare worker for the next launch of this runtime, shortly after the last launch: the machine is then
    /// idle, and no launch is delayed.
    private func replaceSpare(for runtime: Runtime) {
        switch replacements[runtime] {
        case .begun: return
        case .planned(let token): loop.cancel(token)
        case nil: break
        }
        let token = loop.schedule(after: Self.pause) { [weak self] in
            self?.assumeIsolated { $0.beginReplacement(for: runtime) }
        }
        replacements[runtime] = .planned(token)
    }

    private func beginReplacement(for runtime: Runtime) {
        replacements[runtime] = .begun(Task { await addSpare(for: runtime) })
    }

    package func settle() async {
        // Look up each one again: it may have been planned during the waits before it.
        for runtime in replacements.keys {
            if case .planned(let token) = replacements[runtime] {
                loop.cancel(token)
                beginReplacement(for: runtime)
            }
            if case .begun(let task) = replacements[runtime] { await task.value }
        }
        for spare in spares.values { await spare.settle() }
        await ControlGroups.settled()
    }

    private func addSpare(for runtime: Runtime) async {
        defer { replacements[runtime] = nil }
        guard spares[runtime] == nil else { return }
        // An error is not reported: the next launch forks its own worker and meets it again.
        let spare = try? await retrying { () async throws(MayflyError) in try await fork(runtime) }
        if let spare { spares[runtime] = spare }
    }

    package func dropSpares() async -> [String] {
        for runtime in replacements.keys {
            if case .planned(let token) = replacements[runtime] {
                loop.cancel(token)
                replacements[runtime] = nil
            }
            if case .begun(let task) = replacements[runtime] { await task.value }
        }
        let gone = spares.values
        spares = [:]
        var held: [String] = []
        for spare in gone { if let line = await spare.endAndWait() { held.append(line) } }
        await ControlGroups.settled()
        return held
    }

    package func endHelpers() async -> [String] {
        let held = await dropSpares()
        return await held + zygotes.endAll()
    }
}
