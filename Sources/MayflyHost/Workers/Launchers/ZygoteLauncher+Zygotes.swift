internal import Glibc
internal import MayflyABI
internal import MayflyModel

/// One zygote for each runtime that was asked for.
extension ZygoteLauncher {
    func zygote(for runtime: Runtime) async throws(MayflyError) -> Zygote {
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
            [service == .many ? "--zygote" : "--zygote-of-one", "\(getpid())", wanted, runtime.rawValue],
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
