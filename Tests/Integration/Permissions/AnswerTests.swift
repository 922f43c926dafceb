import Foundation
import Testing

/// How people answer: by a script, at the command line and by the host protocol. The server that is asked for is one that the product does
/// not reach, so that a granted request is answered with 1016.
@Suite struct AnswerTests {
    private static func with(_ body: @Sendable (Tool) async throws -> Void) async throws {
        try await Tool.with(bundles: [try FetchingPlugin.bundle(["localhost"])]) { tool in
            try await tool.setUp()
            try await body(tool)
        }
    }

    private static func codes(_ outcome: Tool.Outcome) throws -> [Int] {
        try outcome.events().compactMap { event in
            guard event["event"] as? String == "call", event["name"] as? String == "fetch" else { return nil }
            return (event["error"] as? [String: any Sendable])?["code"] as? Int ?? 0
        }
    }

    private static let fetch = "style expanded\ninput url https://localhost:9/\ntap fetch\n"

    @Test func aScriptGrantsOnlyWhatItHasALineFor() async throws {
        try await Self.with { tool in
            let silent = try await FetchingPlugin.launch(tool, Self.fetch + "show\ntap fetch\n")
            // The first is put aside by the second tap, which asks again; the end of the script closes the extension.
            #expect(try Self.codes(silent) == [1014, 1001])
            #expect(try await tool.run("permissions", "list").output == "")
            let once = try await FetchingPlugin.launch(tool, Self.fetch + "answer once\n")
            #expect(try Self.codes(once) == [1016] && once.status == 0, "\(once)")
            let question = try #require(try once.events().first { $0["event"] as? String == "question" })
            #expect(
                question["permission"] as? String == "network:localhost"
                    && question["reason"] as? String == FetchingPlugin.reason
            )
            #expect(try await tool.run("permissions", "list").output == "")
            let early = try await FetchingPlugin.launch(tool, "answer always\n")
            #expect(early.status != 0 && early.errors.contains("the extension asks for nothing"))
        }
    }

    @Test func showPrintsAQuestionThatIsOpenOnceMore() async throws {
        try await Self.with { tool in
            let session = ["launch", FetchingPlugin.id, "--conversation", "chat", "--script", "-"]
            let question = "To keep the state of your game"
            let printed = try await tool.run(all: session, script: Self.fetch + "field\nshow\nanswer once\n")
            let parts = printed.output.components(separatedBy: "> ")
            let asked = parts.filter { $0.contains(question) }.map { $0.prefix { $0 != "\n" } }
            #expect(asked == ["tap fetch", "show"] && printed.status == 0, "\(printed)")
        }
    }

    /// It holds while the extension is open, and the next launch asks again.
    @Test func onceAtATerminalEndsWithTheLaunch() async throws {
        try await Self.with { tool in
            try await OwnThread.run {
                for _ in 1...2 {
                    let terminal = try TerminalProcess(
                        home: tool.home,
                        folders: tool.path,
                        ["launch", FetchingPlugin.id, "--conversation", "chat", "--as", "alice", "--json"]
                    )
                    try terminal.enter("tap fixed\n")
                    try terminal.waitFor("\"event\":\"question\"")
                    try terminal.enter("answer once\n")
                    try terminal.waitFor("fetch 1016 status=0")
                    try terminal.enter("tap fixed\n")
                    let again = try terminal.waitFor("fetch 1016 status=0")
                    #expect(!again.contains("\"event\":\"question\""), "\(again)")
                    #expect(try terminal.quit(byKey: true) == 0)
                }
            }
            #expect(try await tool.run("permissions", "list").output == "")
        }
    }

    @Test func answersAreListedAndWithdrawn() async throws {
        try await Self.with { tool in
            _ = try await FetchingPlugin.launch(tool, Self.fetch + "answer always\n")
            let list = try await tool.run("permissions", "list")
            #expect(
                list.lines.last?.split(separator: " ").map(String.init) == [
                    FetchingPlugin.id, "alice", "network:localhost", "always",
                ]
            )
            #expect(try Self.codes(try await FetchingPlugin.launch(tool, Self.fetch)) == [1016])
            let other = try await tool.run("permissions", "revoke", FetchingPlugin.id, "network:api.example.com")
            #expect(other.output == "\(FetchingPlugin.id) has no such answers\n")
            let nobody = try await tool.run("permissions", "revoke", "org.nope")
            #expect(nobody.status == 1 && nobody.output.isEmpty)
            #expect(nobody.errors == "mayfly: 'org.nope' is not installed, and there are no answers to it\n")
            let unknown = try await tool.run("permissions", "revoke", FetchingPlugin.id, "microphone")
            #expect(unknown.status != 0 && unknown.errors.contains("'microphone' is no permission"))
            let revoked = try await tool.run("permissions", "revoke", FetchingPlugin.id)
            #expect(revoked.output == "withdrew 1 answer to \(FetchingPlugin.id)\n")
            #expect(try Self.codes(try await FetchingPlugin.launch(tool, Self.fetch + "answer no\n")) == [1014])
            #expect(try await tool.run("permissions", "list", "--json").output.contains("\"granted\":false"))
        }
    }

    @Test func aClientThatShowsQuestionsAnswersThem() async throws {
        try await Tool.with(bundles: [try FetchingPlugin.bundle(["localhost"])]) { tool in
            let client = try HostClient.inChat(tool, wanting: ["questions"])
            let window = try client.openWindow()
            try Self.ask(client, window)
            let question = try #require(try client.look(at: window)["question"] as? HostClient.Object)
            #expect(question["question"] as? Int == 1 && question["reason"] as? String == FetchingPlugin.reason)
            #expect(throws: HostClient.Failure.self) {
                try client.call("window.answer", ["window": window, "question": 7, "answer": "always"])
            }
            #expect(throws: HostClient.Failure.self) {
                try client.call("window.answer", ["window": window, "question": 1, "answer": "perhaps"])
            }
            // Later is asked again at the next touch, and not kept.
            try client.call("window.answer", ["window": window, "question": 1, "answer": "later"])
            try client.call("window.tap", ["window": window, "control": "fetch"])
            try client.call("window.answer", ["window": window, "question": 2, "answer": "always"])
            #expect(try Self.codes(client, window) == [1014, 1016])
            let kept = try #require(try client.call("permissions.list")["answers"] as? [HostClient.Object])
            #expect(kept.compactMap { $0["permission"] as? String } == ["network:localhost"])
            #expect(try client.call("permissions.revoke", ["extension": FetchingPlugin.id])["withdrawn"] as? Int == 1)
            #expect((try client.call("permissions.list")["answers"] as? [HostClient.Object])?.isEmpty == true)
        }
    }

    @Test func forAClientThatShowsNoQuestionsTheAnswerIsNo() async throws {
        try await Tool.with(bundles: [try FetchingPlugin.bundle(["localhost"])]) { tool in
            let client = try HostClient.inChat(tool)
            let window = try client.openWindow()
            try Self.ask(client, window)
            #expect(try client.look(at: window)["question"] == nil)
            #expect(try Self.codes(client, window) == [1014])
        }
    }

    private static func ask(_ client: HostClient, _ window: String) throws {
        try client.call("window.openExtension", ["window": window, "extension": FetchingPlugin.id])
        try client.call("window.setStyle", ["window": window, "style": "expanded"])
        try client.call("window.input", ["window": window, "input": "url", "value": "https://localhost:9/"])
        try client.call("window.tap", ["window": window, "control": "fetch"])
    }

    private static func codes(_ client: HostClient, _ window: String) throws -> [Int] {
        let batch = try client.call("events.next", ["window": window, "after": 0, "max": 4096, "kinds": ["call"]])
        let calls = try #require(batch["events"] as? [HostClient.Object]).filter { $0["name"] as? String == "fetch" }
        return calls.map { ($0["error"] as? HostClient.Object)?["code"] as? Int ?? 0 }
    }
}
