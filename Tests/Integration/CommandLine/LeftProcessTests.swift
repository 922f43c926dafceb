import Foundation
import MayflyTestSupport
import Testing

/// A command leaves no process to whoever started it, not even a dead one that waits to be reaped.
@Suite(.enabled(if: !Sanitizer.isHere, "the process of a sanitizer's is left")) struct LeftProcessTests {
    /// Runs the program that its arguments name and counts what that leaves.
    private static let adopter = Result { try PluginWorkshop.program("adopt") }

    private static func leftBy(_ tool: Tool, _ arguments: [String], script: String = "") async throws -> String {
        let command = [Bundle.main.bundlePath + "/mayfly"] + arguments
        let outcome = try await tool.run(program: adopter.get(), all: command, script: script)
        #expect(outcome.status == 0, "\(outcome.errors)")
        return outcome.errors
    }

    @Test(arguments: [[], ["--exec"], ["--exec", "--no-sandbox"]])
    func aLaunchLeavesNone(_ confinement: [String]) async throws {
        try await Tool.with(bundles: try Puppet.bundles) { tool in
            try await tool.setUp()
            let arguments = ["launch", Puppet.id, "--conversation", "chat"] + confinement
            for _ in 0..<3 {
                #expect(try await Self.leftBy(tool, arguments, script: "tap run\nquit\n").hasSuffix("left 0\n"))
            }
        }
    }

    @Test(arguments: [["doctor"], ["bench", "--driver"]])
    func neitherDoOtherCommands(_ arguments: [String]) async throws {
        try await Tool.with { tool in
            let said = try await Self.leftBy(tool, arguments)
            #expect(said.hasSuffix("left 0\n"))
        }
    }
}
