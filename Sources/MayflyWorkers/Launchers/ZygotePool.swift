internal import Glibc
internal import MayflyABI
internal import MayflyModel

/// One zygote for each runtime that was asked for.
extension ZygoteLauncher {
    /// The zygote that makes the next worker of this runtime; it is started where there is none.
    func zygote(for runtime: Runtime) async throws(MayflyError) -> Zygote {
        let starting = zygotes[runtime] ?? starting(runtime)
        zygotes[runtime] = starting
        let started = await starting.value
        if case .success(let zygote) = started, await zygote.connection.isAvailable { return zygote }
        // Whoever finds it dead or taken first starts the next one.
        if zygotes[runtime] == starting { zygotes[runtime] = nil }
        if case .failure(let error) = started { throw error }
        return try await zygote(for: runtime)
    }

    /// The same, to ask it for a worker: of one that serves once nobody else asks.
    func claimZygote(for runtime: Runtime) async throws(MayflyError) -> Zygote {
        while true {
            let zygote = try await zygote(for: runtime)
            if service == .many { return zygote }
            if await zygote.connection.take() { return zygote }
        }
    }

    /// A launch that is under way meanwhile loses no more than time: it asks the next zygote.
    package func endHelpers() async {
        await dropSpares()
        let gone = zygotes.values
        zygotes = [:]
        for zygote in gone {
            // One that is being started is waited for, or it would come when all is over.
            if case .success(let zygote) = await zygote.value { await zygote.connection.end("it is over") }
        }
        for connection in connections { if await !connection.isOpen { await connection.reaped() } }
        forgetReaped()
    }

    private func forgetReaped() {
        // Both run on the event loop.
        connections.removeAll { $0.assumeIsolated { $0.isReaped } }
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
            [service == .many ? "--zygote" : "--zygote-of-one", "\(getpid())", wanted, runtime.rawValue],
            environment: layers.contains(.environment) ? ExecLauncher.environment : nil,
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
