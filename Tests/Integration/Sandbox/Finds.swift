import MayflyModel
import Synchronization

/// What a program finds in the sandbox of some layers. It tries everything in each run, so that all tests which look at the
/// same layers share one run.
final class Finds: Sendable {
    private let find: @Sendable (Set<SandboxLayer>) async throws -> [String: String]
    private let runs = Mutex<[Set<SandboxLayer>: Task<[String: String], any Error>]>([:])

    init(_ find: @escaping @Sendable (Set<SandboxLayer>) async throws -> [String: String]) { self.find = find }

    func found(with layers: Set<SandboxLayer>) async throws -> [String: String] {
        let run = runs.withLock { runs in
            let run = runs[layers] ?? Task { [find] in try await find(layers) }
            runs[layers] = run
            return run
        }
        return try await run.value
    }
}
