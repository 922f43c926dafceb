import Foundation
import MayflyTesting

/// A folder with files of scenarios, and the command that plays them. It goes with this value.
final class ScenarioFolder: Sendable {
    let path = NSTemporaryDirectory() + "mayfly-scenarios-\(UUID())"
    private let tool: Tool

    init() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        var tool = Tool(home: path + "/home", folders: "")
        tool.program = "mayfly-author"
        self.tool = tool
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Writes a file; gives its path.
    @discardableResult func write(_ text: String, to name: String) throws -> String {
        try Data(text.utf8).write(to: URL(filePath: "\(path)/\(name)"))
        return "\(path)/\(name)"
    }

    /// Runs `mayfly-author`.
    func run(_ arguments: String...) async throws -> Tool.Outcome { try await run(all: arguments) }

    func run(all arguments: [String], script: String = "") async throws -> Tool.Outcome {
        try await HostPermits.withPermit { try await tool.run(all: arguments, script: script) }
    }

    /// Plays a scenario of this text with a bundle; the scenario is `a.yaml`. What is printed has the paths without the folder.
    func play(_ text: String, with bundle: String = Samples.tally, _ options: String...) async throws -> Tool.Outcome {
        let file = try write(text, to: "a.yaml")
        let outcome = try await run(all: ["test", file, "--extension", bundle] + options)
        return Tool.Outcome(
            status: outcome.status,
            output: outcome.output.replacingOccurrences(of: path + "/", with: ""),
            errors: outcome.errors.replacingOccurrences(of: path + "/", with: "")
        )
    }
}
