import Foundation
import MayflyABI
import MayflyHost
import MayflyModel
import MayflyStore
import MayflyTesting

/// The plugin that uses the abilities of sessions, in windows of a host of its own, under two ids.
enum Sessions {
    static let id = "test.mayfly.sessions"
    static let other = "test.mayfly.othersessions"
    static let paths = Result {
        [try PluginWorkshop.bundle("sessions"), try PluginWorkshop.bundle("sessions", id: other)]
    }
    /// The folders that the bundles are in.
    static var folders: String {
        get throws {
            try paths.get().map { URL(filePath: $0).deletingLastPathComponent().path }.joined(separator: ":")
        }
    }

    static func with<Value: Sendable>(
        devices: [String] = ["alice", "bob"],
        policy: Policy = .immediate,
        sessionStates: (any SessionStateProvider)? = nil,
        transport: HeldTransport? = nil,
        _ body: @Sendable (TestHost) async throws -> Value
    ) async throws -> Value {
        try await TestHost.with(
            bundles: try paths.get(),
            devices: devices,
            policy: policy,
            sessionStates: sessionStates,
            transport: transport
        ) { test in
            try transport?.attach(to: test)
            return try await body(test)
        }
    }
}

extension Trace {
    /// What the plugin says that it was answered and that it saw, without what the host says about it.
    var told: [String] {
        said.filter { $0.contains(/^\w+ -?\d+ (version|count)=/) || $0.hasPrefix("bad bytes") || $0.hasPrefix("saw ") }
    }
}

extension ConversationWindow {
    /// Fills inputs of the plugin's view, which needs the expanded style, and taps a button.
    func tap(_ button: String, _ inputs: KeyValuePairs<String, String>) async throws {
        try await changeStyle(to: .expanded)
        for (id, value) in inputs { try await input(id, value) }
        try await tap(.typed(button))
    }

    /// Stages a message with that word, in the session that the plugin has in mind, and sends it.
    func say(_ word: String, by button: String = "stage") async throws {
        try await tap(button, ["word": word])
        try await send()
    }

    /// Taps the newest bubble of the transcript.
    func tapNewest() async throws { try await tapBubble(transcript.count) }
}
