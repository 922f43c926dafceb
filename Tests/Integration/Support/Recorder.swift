import Foundation
import MayflyABI
import MayflyHost
import MayflyModel
import MayflyTesting
import MayflyWorkers

/// The recorder plugin in windows of a host of its own.
enum Recorder {
    static let id = "test.mayfly.recorder"
    private static let path = Result { try PluginWorkshop.bundle("recorder") }

    /// The folder of the bundle, as a search path.
    static var folder: String { get throws { URL(filePath: try path.get()).deletingLastPathComponent().path } }

    /// What the recorder says that it is told when it is launched from the drawer (model 3.1).
    static let launch = [
        "viewDidLoad compact no-conversation", "willBecomeActive compact selected=none",
        "didBecomeActive compact selected=none", "viewWillAppear compact selected=none",
        "viewDidAppear compact selected=none",
    ]

    /// The same when it resigns (model 3.2).
    static func end(_ style: String = "compact", _ selected: String = "none") -> [String] {
        ["viewWillDisappear", "viewDidDisappear", "willResignActive", "didResignActive"].map {
            "\($0) \(style) selected=\(selected)"
        }
    }

    /// The story of a launch (model 3.1, 3.3).
    static func launchStory(_ style: String = "compact", _ selected: String = "none") -> [String] {
        ["P: spawned", "X: viewDidLoad \(style) no-conversation", "H: view \(style) card", "X→H: presentView"]
            + ["willBecomeActive", "didBecomeActive", "viewWillAppear", "viewDidAppear"].map {
                "X: \($0) \(style) selected=\(selected)"
            }
    }

    /// The story of an end, the steps of the process included.
    static func endStory(_ style: String = "compact", _ selected: String = "none") -> [String] {
        end(style, selected).map { "X: \($0)" } + ["H: view \(style) none"] + gone
    }

    /// The story of an end from compact style, without the steps of the process.
    static let story = end().map { "X: \($0)" } + ["H: view compact none"]
    /// The steps of the process at such an end.
    static let gone = ["P: killed", "P: reaped", "P: finished"]

    /// Opens it on alice's device, taps the button and presses Send.
    static func send(_ button: String, in test: TestHost) async throws {
        try await test.window(as: "alice") { window in
            try await window.open(test.bundle(id))
            try await window.tap(.typed(button))
            try await window.send()
        }
    }

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
    /// The whole trace in the words of section 3 of the model: `X:` is what the recorder says that it was told, `P:` what the
    /// processes did, `H:` what the person is shown, and `X→H:` a call with its error. The host's own word for a callback is left
    /// out, and so is what the sandbox lacks on this machine.
    var story: [String] {
        lines.compactMap { line in
            let (kind, rest) =
                line.firstIndex(of: " ").map { (line[..<$0], line[$0...].dropFirst()) } ?? (line[...], "")
            switch kind {
            case "callback", "unconfined": return nil
            case "call": return rest == "log" ? nil : "X→H: \(rest)"
            case "process", "receipt": return "P: \(rest)"
            case "info:" where rest.hasPrefix("saw "): return "X: \(rest.dropFirst(4))"
            case "info:" where rest.hasPrefix("completed "): return "X: \(rest)"
            default: return "H: \(line)"
            }
        }
    }

    /// What the recorder says that it saw, without the word "saw".
    var seen: [String] { said.compactMap { $0.hasPrefix("saw ") ? String($0.dropFirst(4)) : nil } }
}
