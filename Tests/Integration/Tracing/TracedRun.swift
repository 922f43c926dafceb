import Foundation
import MayflyTestSupport
import MayflyTesting
import MayflyTracing
import Testing

/// Runs of the real command that are traced or recorded, with their files beside the home folder.
struct TracedRun: Sendable {
    let tool: Tool

    /// Makes a home folder with two people, lets `body` use it, and removes it with all its files.
    static func with<Result: Sendable>(
        bundles: [String],
        devices: [String] = ["alice", "bob"],
        _ body: @Sendable (TracedRun) async throws -> Result
    ) async throws -> Result {
        try await Tool.with(bundles: bundles) { tool in
            for name in devices { try #require(try await tool.run("device", "create", name).status == 0) }
            let members = devices.joined(separator: ",")
            try #require(try await tool.run("conversation", "create", "chat", "--with", members).status == 0)
            return try await body(TracedRun(tool: tool))
        }
    }

    /// The path of a file in the home folder.
    func file(_ name: String) -> String { tool.home + "/" + name }

    func bytes(of name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(filePath: file(name)))) }

    func text(of name: String) throws -> String { String(decoding: try bytes(of: name), as: UTF8.self) }

    /// Plays a script with an extension on a device.
    @discardableResult
    func launch(
        _ id: String,
        as device: String = "alice",
        _ options: [String],
        script: String,
        status: Int32 = 0
    ) async throws -> Tool.Outcome {
        let arguments = ["launch", id, "--conversation", "chat", "--as", device, "--script", "-"]
        let outcome = try await tool.run(all: arguments + options, script: script)
        #expect(outcome.status == status, "\(outcome.output)\(outcome.errors)")
        return outcome
    }

    /// The steps of a trace, by what they are and their names.
    static func steps(_ lines: [MayflyTracing.TraceLine]) -> [String] { lines.map { "\($0.kind.rawValue) \($0.name)" } }
}
