import MayflyABI
import MayflyModel
import MayflyTesting
import MayflyWorkers

/// The recorder plugin in windows of a host of its own.
enum Recorder {
    static let id = "test.mayfly.recorder"
    private static let path = Result { try PluginWorkshop.bundle("recorder") }

    static func with<Value: Sendable>(
        devices: [String] = ["alice", "bob"],
        policy: Policy = .immediate,
        confinement: Confinement = Confinement(),
        _ body: @Sendable (TestHost) async throws -> Value
    ) async throws -> Value {
        try await TestHost.with(
            bundles: [try path.get()],
            devices: devices,
            policy: policy,
            confinement: confinement,
            body
        )
    }
}

extension Trace {
    /// What the recorder says that it saw, without the word "saw".
    var seen: [String] { said.compactMap { $0.hasPrefix("saw ") ? String($0.dropFirst(4)) : nil } }
}
