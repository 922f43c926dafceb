import MayflyHost
import MayflyTesting

/// The recorder plugin in windows of a host of its own.
enum Recorder {
    static let id = "test.mayfly.recorder"
    private static let path = Result { try PluginWorkshop.bundle("recorder") }

    static func with<Value: Sendable>(
        devices: [String] = ["alice", "bob"],
        policy: Policy = .immediate,
        _ body: @Sendable (TestHost) async throws -> Value
    ) async throws -> Value {
        try await TestHost.with(bundles: [try path.get()], devices: devices, policy: policy, body)
    }
}

extension Policy {
    /// No lingering, so that the end of a window is the end of its processes. And time to launch and to settle: the tests' few
    /// threads are shared by all tests, so a host may have to wait for one.
    static var immediate: Policy {
        var policy = Policy()
        policy.linger = .zero
        policy.launch = .seconds(60)
        policy.patience = .seconds(300)
        return policy
    }
}

extension Trace {
    /// What the recorder says that it saw, without the word "saw".
    var seen: [String] { said.compactMap { $0.hasPrefix("saw ") ? String($0.dropFirst(4)) : nil } }
}
