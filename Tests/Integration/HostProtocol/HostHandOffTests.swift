import Foundation
import MayflyConformance
import MayflyTesting
import Testing

/// Hand-off between two programs, each of which serves a device of alice.
@Suite struct HostHandOffTests {
    private func with(
        _ body: @Sendable (_ tool: Tool, _ phone: HostClient, _ watch: HostClient) async throws -> Void
    ) async throws {
        try await Tool.with { tool in
            try await tool.setUp()
            let made = try await tool.run("device", "create", "watch", "--of", "alice", "--profile", "watch")
            #expect(made.status == 0)
            let sent = try await tool.run(
                all: ["launch", "org.mayfly.tally", "--conversation", "chat", "--as", "bob", "--script", "-"],
                script: "tap plus\ntap stage\nsend\n"
            )
            #expect(sent.status == 0, "\(sent.errors)")
            let clients = try (0..<2).map { _ in try HostClient(tool) }
            for client in clients { try client.sayHello() }
            try await body(tool, clients[0], clients[1])
        }
    }

    private static func isHandOff(_ event: HostClient.Object, _ state: String) -> Bool {
        event["event"] as? String == "handOff" && event["state"] as? String == state
    }

    @Test(.proves("C-254")) func aWatchHandsOverToAPhoneOfAnotherProgram() async throws {
        try await with { _, phone, watch in
            let (screen, wrist) = (try phone.openWindow(), try watch.openWindow(as: "watch"))
            try watch.call("window.tapBubble", ["window": wrist, "row": 1])
            let offered = try phone.event(of: screen) { Self.isHandOff($0, "offered") }
            #expect(offered["from"] as? String == "watch" && offered["conversation"] as? String == "chat")
            #expect(offered["own"] as? Bool == false)
            let id = try #require(offered["id"] as? String)
            let list = try phone.call("handOffs.list", ["device": "alice"])["handOffs"] as? [HostClient.Object]
            #expect(list?.map { $0["id"] as? String } == [id])
            try phone.call("window.takeHandOff", ["window": screen, "handOff": id])
            let look = try phone.look(at: screen)
            #expect(look["extension"] as? String == "org.mayfly.tally")
            #expect((look["view"] as? HostClient.Object)?["style"] as? String == "expanded")
            let taken = try watch.event(of: wrist) { Self.isHandOff($0, "taken") }
            #expect(taken["by"] as? String == "alice" && taken["id"] as? String == id && taken["own"] as? Bool == true)
            let again = try phone.request("window.takeHandOff", ["window": screen, "handOff": id])
            #expect(throws: (any Error).self) { try phone.result(of: again) }
        }
    }

    /// The kernel tells that a program is gone: nothing else has to be cleared away.
    @Test func aPhoneWhoseProgramWasKilledIsNotOpen() async throws {
        try await with { _, phone, watch in
            let wrist = try watch.openWindow(as: "watch")
            _ = try phone.openWindow()
            phone.signal(SIGKILL)
            _ = try phone.finish()
            let request = try watch.request("window.tapBubble", ["window": wrist, "row": 1])
            let error = #expect(throws: HostClient.Failure.self) { try watch.result(of: request) }
            #expect(error?.name == "notPossibleNow")
            #expect(error?.message.contains("no full device of 'alice' is open") == true)
        }
    }

    @Test func aSessionAtTheTerminalContinues() async throws {
        try await with { tool, _, watch in
            let wrist = try watch.openWindow(as: "watch")
            let (terminal, _) = try await tool.chat(isControlling: true)
            try watch.call("window.tapBubble", ["window": wrist, "row": 1])
            try await OwnThread.run {
                try terminal.waitFor("continue from watch: 'continue' opens the message in 'chat'")
                // It stands in the next drawing, too.
                try terminal.resize(columns: 72)
                try terminal.waitFor("continue from watch: 'continue' opens the message in 'chat'")
                try terminal.enter("continue\n")
                try terminal.waitFor("Tally")
            }
            let taken = try watch.event(of: wrist) { Self.isHandOff($0, "taken") }
            #expect(taken["by"] as? String == "alice")
            let status = try await OwnThread.run { try terminal.quit() }
            #expect(status == 0)
            // Nothing waits for a second one.
            let nothing = try await tool.run("chat", "chat", "--as", "alice", script: "continue\n")
            #expect(nothing.errors.contains("no message of another device of 'alice' waits"))
        }
    }

    /// What was typed ahead is for the conversation of the message, too.
    @Test func aChatGoesOnInTheConversationOfTheMessage() async throws {
        try await with { tool, _, watch in
            #expect(try await tool.run("conversation", "create", "other", "--with", "alice,bob").status == 0)
            let wrist = try watch.openWindow(as: "watch")
            let terminal = try await OwnThread.run {
                try TerminalProcess(
                    home: tool.home,
                    folders: tool.path,
                    columns: 80,
                    ["chat", "other", "--as", "alice"]
                )
            }
            _ = try await OwnThread.run { try terminal.waitFor("\n> ") }
            try watch.call("window.tapBubble", ["window": wrist, "row": 1])
            let status = try await OwnThread.run {
                try terminal.waitFor("continue from watch: 'continue' opens the message in 'chat'")
                try terminal.enter("continue\ndismiss\ntype on the phone\n")
                try terminal.waitFor("── chat, alice")
                try terminal.waitFor("field: \"on the phone\"")
                return try terminal.quit()
            }
            #expect(status == 0)
            #expect(try watch.event(of: wrist) { Self.isHandOff($0, "taken") }["by"] as? String == "alice")
            let rows = try await tool.run("transcript", "chat", "--as", "alice").lines
            #expect(rows.last == "field: \"on the phone\"")
        }
    }
}
