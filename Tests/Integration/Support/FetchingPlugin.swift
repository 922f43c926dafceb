import Foundation
import MayflyHost
import MayflyModel
import MayflyTesting
import MayflyWorkers

/// The plugin that makes requests, in windows of a host of its own that reaches servers of this machine.
enum FetchingPlugin {
    static let id = "test.mayfly.fetcher"
    static let reason = "To keep the state of your game"

    /// Plays a script in the conversation `chat`, and gives what `mayfly launch --json` prints.
    static func launch(_ tool: Tool, _ script: String) async throws -> Tool.Outcome {
        try await tool.run("launch", id, "--conversation", "chat", "--script", "-", "--json", script: script)
    }

    /// Its bundle, whose manifest asks for these hosts. With another id it is another extension.
    static func bundle(
        _ hosts: [String],
        id: String = id,
        version: String = "1.0.0",
        reason: String = reason,
        options: [String] = []
    ) throws -> String {
        let permissions = hosts.map { ["name": "network:\($0)", "reason": reason] }
        let manifest: [String: Any] = ["permissions": permissions, "version": version]
        return try PluginWorkshop.bundle("fetcher", id: id, options: options, manifest: manifest)
    }

    /// `others` are bundles of other extensions beside it.
    static func with<Value: Sendable>(
        _ hosts: [String] = ["localhost"],
        options: [String] = [],
        others: [String] = [],
        policy: Policy = .immediate,
        confinement: Confinement = Confinement(),
        fetchProgram: String? = nil,
        reach: NetworkReach = .thisMachineToo,
        _ body: @Sendable (TestHost) async throws -> Value
    ) async throws -> Value {
        try await TestHost.with(
            bundles: [try bundle(hosts, options: options)] + others,
            policy: policy,
            confinement: confinement,
            fetchProgram: fetchProgram,
            reach: reach,
            pressure: NoMemoryPressure(),
            body
        )
    }
}

extension TestHost {
    /// A window in which the plugin is open, and whose person sees questions.
    func asking<Value: Sendable>(
        as device: String = "alice",
        showsQuestions: Bool = true,
        trace: Trace = Trace(),
        _ body: @Sendable (ConversationWindow) async throws -> Value
    ) async throws -> Value {
        try await window(as: device, trace: trace, showsQuestions: showsQuestions) { window in
            try await window.open(bundle(FetchingPlugin.id))
            return try await body(window)
        }
    }
}

extension ConversationWindow {
    /// Has the plugin make a request by a touch.
    func fetch(_ url: String, by button: String = "fetch", _ inputs: KeyValuePairs<String, String> = [:]) async throws {
        try await changeStyle(to: .expanded)
        for id in ["url", "method", "header", "body", "other", "count"] {
            try await input(id, id == "url" ? url : inputs.first { $0.key == id }?.value ?? "")
        }
        try await tap(.typed(button))
    }

    /// Answers the question that is open.
    func answer(_ answer: PermissionAnswer) async throws {
        let number = question?.number ?? 0
        try await self.answer(number, answer)
    }
}

extension Trace {
    /// What the plugin says that its requests were answered: the code and the status, then the body or the message.
    var fetched: [String] { said.filter { $0.contains(/^(fetch|many|first|second|large|start) -?\d+ status=/) } }

    /// The same, the codes only.
    var codes: [Int] { fetched.compactMap { $0.split(separator: " ").dropFirst().first.flatMap { Int($0) } } }
}
