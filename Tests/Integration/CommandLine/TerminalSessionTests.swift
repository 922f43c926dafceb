import Foundation
import MayflyTestSupport
import Testing

/// A session at a terminal, and what scripts print of an extension that covers the screen.
@Suite struct TerminalSessionTests {
    private func send(_ text: String, from device: String, _ tool: Tool) async throws {
        let arguments = ["launch", "org.mayfly.tally", "--conversation", "chat", "--as", device, "--script", "-"]
        #expect(try await tool.run(all: arguments, script: "type \(text)\nsend\n").status == 0)
    }

    /// Nobody presses Enter at alice's terminal.
    @Test(arguments: [false, true]) func aMessageThatArrivesIsDrawnAtOnce(noColor: Bool) async throws {
        try await Tool.with { tool in
            try await tool.setUp()
            let terminal = try TerminalProcess(
                home: tool.home,
                folders: "",
                noColor: noColor,
                "launch",
                "org.mayfly.tally",
                "--conversation",
                "chat",
                "--as",
                "alice"
            )
            _ = try await OwnThread.run { try terminal.waitFor("\n> ") }
            try await send("hello from bob", from: "bob", tool)
            try await OwnThread.run {
                let drawn = try terminal.waitFor("bob: hello from bob")
                #expect(drawn.contains("chat, alice"))
                try terminal.waitFor("> ")
                try terminal.enter("quit\n")
                #expect(terminal.finish() == 0)
            }
        }
    }

    @Test func aScriptPrintsWhatItsStepsChangeUnderAnExpandedExtension() async throws {
        try await Tool.with { tool in
            try await tool.setUp()
            let arguments = [
                "launch", "org.mayfly.tally", "--conversation", "chat", "--style", "expanded", "--script", "-",
            ]
            let outcome = try await tool.run(all: arguments, script: "tap stage\nsend\nstyle compact\n")
            #expect(outcome.status == 0, "\(outcome.errors)")
            func lines(after step: String) throws -> [String] {
                let start = try #require(outcome.lines.firstIndex(of: "> \(step)"))
                return Array(outcome.lines[(start + 1)...].prefix { !$0.hasPrefix("> ") })
            }
            #expect(try lines(after: "tap stage") == ["(covered) field: [Tally] Tally: 0"])
            #expect(
                try lines(after: "send") == ["(covered)   1  alice: [Tally] Tally: 0", "(covered) field: (empty)"]
            )
            #expect(try lines(after: "style compact").first == "field: (empty)")
        }
    }
}
