import Foundation
import Testing

/// What was answered to an extension goes with it, whatever command removes or replaces it.
@Suite struct AnswerEndTests {
    private let store: PublishedStore

    init() throws {
        store = try PublishedStore(prefix: "test.mayfly.")
        try store.add(FetchingPlugin.bundle(["localhost", "a.localhost"]))
    }

    /// Lets `body` use a home folder with the extension from the store, whose person allows a request for good.
    private func with(_ body: @Sendable (Tool) async throws -> Void) async throws {
        try await Tool.with { tool in
            try await tool.setUp()
            let added = try await tool.run("store", "add", store.files, "--fingerprint", store.fingerprint())
            try #require(added.status == 0, "\(added.errors)")
            try await Self.install(tool)
            try await Self.allow(tool)
            try await body(tool)
        }
    }

    private static func install(_ tool: Tool) async throws {
        let installed = try await tool.run("store", "install", FetchingPlugin.id, "--yes")
        try #require(installed.status == 0, "\(installed.errors)")
    }

    private static func update(_ tool: Tool) async throws {
        let updated = try await tool.run("store", "update", FetchingPlugin.id, "--yes")
        try #require(updated.status == 0, "\(updated.errors)")
    }

    /// Has the extension make requests to both servers, and gives the permissions that the person is asked for.
    private static func questions(_ tool: Tool, answer: String) async throws -> [String] {
        let lines = ["localhost", "a.localhost"].map { "input url https://\($0):9/\ntap fetch\n\(answer)" }
        let outcome = try await FetchingPlugin.launch(tool, "style expanded\n" + lines.joined())
        try #require(outcome.status == 0, "\(outcome)")
        return try outcome.events().filter { $0["event"] as? String == "question" }.compactMap {
            $0["permission"] as? String
        }
    }

    private static func allow(_ tool: Tool) async throws {
        let both = ["network:localhost", "network:a.localhost"]
        #expect(try await questions(tool, answer: "answer always\n") == both)
        #expect(try await kept(tool) == both.sorted())
        #expect(try await questions(tool, answer: "") == [])
    }

    private static func kept(_ tool: Tool) async throws -> [String] {
        let list = try await tool.run("permissions", "list", "--json").events()
        #expect(list.allSatisfy { $0["granted"] as? Bool == true })
        return list.compactMap { $0["permission"] as? String }
    }

    @Test(arguments: [["store", "remove"], ["uninstall"]])
    func removedAndInstalledAgainItAsksAgain(command: [String]) async throws {
        try await with { tool in
            let removed = try await tool.run(all: command + [FetchingPlugin.id])
            #expect(removed.status == 0, "\(removed.errors)")
            #expect(try await tool.run("permissions", "list").output == "")
            try await Self.install(tool)
            #expect(try await tool.run("permissions", "list").output == "")
            try await Self.allow(tool)
        }
    }

    /// No version in between was opened.
    @Test func whatAVersionDoesNotAskForIsAskedAgainInALaterOne() async throws {
        try await with { tool in
            try store.add(FetchingPlugin.bundle(["localhost"], version: "1.1.0"))
            try await Self.update(tool)
            #expect(try await Self.kept(tool) == ["network:localhost"])
            try store.add(FetchingPlugin.bundle(["localhost", "a.localhost"], version: "1.2.0"))
            try await Self.update(tool)
            #expect(try await Self.kept(tool) == ["network:localhost"])
            #expect(try await Self.questions(tool, answer: "") == ["network:a.localhost"])
        }
    }

    /// An answer is one to the reason. Whoever does not agree to the update keeps the version and the answer; with the update it is asked for
    /// again.
    @Test(arguments: ["always", "no"]) func anotherReasonIsAskedForAfterTheUpdate(answer: String) async throws {
        try await with { tool in
            let id = FetchingPlugin.id
            if answer == "no" {
                #expect(try await tool.run("permissions", "revoke", id).status == 0)
                #expect(try await Self.questions(tool, answer: "answer no\n").count == 2)
            }
            func kept() async throws -> [Bool] {
                try await tool.run("permissions", "list", "--json").events().compactMap { $0["granted"] as? Bool }
            }
            let answers = [answer == "always", answer == "always"]
            #expect(try await kept() == answers)
            let reason = "To tell others what you play"
            try store.add(FetchingPlugin.bundle(["localhost", "a.localhost"], version: "1.1.0", reason: reason))
            let unasked = try await tool.run("store", "update", id)
            #expect(unasked.status == 1 && unasked.errors.contains("for another reason"), "\(unasked.errors)")
            for words in [reason, FetchingPlugin.reason] {
                #expect(unasked.output.contains("\u{201C}\(words)\u{201D}"))
            }
            #expect(try await kept() == answers)
            try await Self.update(tool)
            #expect(try await kept() == [])
            let lines = "style expanded\ninput url https://localhost:9/\ntap fetch\n"
            let asked = try await FetchingPlugin.launch(tool, lines).events()
            let question = try #require(asked.first { $0["event"] as? String == "question" })
            #expect(question["reason"] as? String == reason)
        }
    }

    /// What the person has answered to one publisher is not said to another who has the same id: in another store, or as a folder.
    @Test(arguments: [true, false]) func whoTakesItsPlaceAsksAgain(isOfStore: Bool) async throws {
        let other = try PublishedStore(prefix: "test.mayfly.")
        let bundle = try FetchingPlugin.bundle(["localhost", "a.localhost"], version: "1.0.1")
        try other.add(bundle)
        try await with { tool in
            if isOfStore {
                let added = try await tool.run("store", "add", other.files, "--fingerprint", other.fingerprint())
                try #require(added.status == 0, "\(added.errors)")
                let installed = try await tool.run(
                    "store",
                    "install",
                    FetchingPlugin.id,
                    "--from",
                    other.files,
                    "--yes"
                )
                #expect(
                    installed.status == 0 && installed.errors.contains("came from elsewhere"),
                    "\(installed.errors)"
                )
            } else {
                #expect(try await tool.run("install", bundle).status == 0)
            }
            #expect(try await tool.run("permissions", "list").output == "")
            try await Self.allow(tool)
            // On the way back, too.
            #expect(try await tool.run("store", "rollback", FetchingPlugin.id).status == 0)
            #expect(try await tool.run("permissions", "list").output == "")
        }
    }
}
