import Foundation
import MayflyConformance
import MayflyTesting
import Testing

/// Recent stickers in a session, and in the host protocol.
@Suite struct RecentsTests {
    /// Alice has sent a smiley from her phone, and has a watch.
    private func with(_ body: @Sendable (Tool) async throws -> Void) async throws {
        try await Tool.with { tool in
            try await tool.setUp()
            let made = try await tool.run("device", "create", "watch", "--of", "alice", "--profile", "watch")
            #expect(made.lines == ["created device 'watch' of 'alice' (watch)"])
            #expect(try await tool.run("device", "list").lines.last == "watch  watch    alice")
            #expect(try await tool.run("conversation", "list").lines == ["chat: alice, bob"])
            let sent = try await tool.run(
                all: ["launch", "org.mayfly.smileys", "--conversation", "chat", "--as", "alice", "--script", "-"],
                script: "sticker 1\nsend\n"
            )
            #expect(sent.status == 0, "\(sent.errors)")
            try await body(tool)
        }
    }

    @Test(.proves("C-013")) func aWatchListsThemInASession() async throws {
        try await with { tool in
            let chat = try await tool.run("chat", "chat", "--as", "watch", script: "recents\nrecent 1\nsend\n")
            #expect(chat.status == 0 && chat.errors.isEmpty, "\(chat.errors)")
            let (head, row) = ("N  FROM     STICKER", "1  Smileys  A smiling face")
            #expect(chat.lines.contains(head) && chat.lines.contains(row), "\(chat.output)")
            let rows = try await tool.run("transcript", "chat", "--as", "bob").lines
            #expect(rows.filter { $0.contains("alice: sticker: A smiling face") }.count == 2)
            let many = try await tool.run("chat", "chat", "--as", "watch", script: "recent 2\n")
            #expect(many.errors.contains("there is no recent sticker 2; there are 1"))
        }
    }

    /// Who types a number has seen it.
    @Test func atATerminalTheListIsPrintedFirst() async throws {
        try await with { tool in
            let (terminal, drawing) = try await tool.chat(as: "watch")
            #expect(drawing.contains("'recents' lists the stickers that you used last"))
            try await OwnThread.run {
                try terminal.enter("recent 1\n")
                try terminal.waitFor("nothing is done: 'recents' lists the stickers with their numbers first")
                try terminal.enter("recents\n")
                try terminal.waitFor("1  Smileys  A smiling face")
                try terminal.enter("recent 1\n")
                try terminal.waitFor("field: sticker: A smiling face")
                #expect(try terminal.quit() == 0)
            }
        }
    }

    @Test func aClientListsAndSendsThem() async throws {
        try await with { tool in
            let client = try HostClient(tool)
            try client.sayHello()
            let list = try client.call("stickers.recent", ["device": "watch"])
            let recents = try #require(list["stickers"] as? [HostClient.Object])
            #expect(recents.count == 1)
            #expect(recents[0]["extension"] as? String == "org.mayfly.smileys")
            let digest = try #require((recents[0]["file"] as? HostClient.Object)?["sha256"] as? String)
            let opened = try client.call("window.open", ["conversation": "chat", "device": "watch"])
            #expect(opened["person"] as? String == "alice" && opened["members"] as? [String] == ["alice", "bob"])
            let window = try #require(opened["window"] as? String)
            _ = try client.call("window.tapRecent", ["window": window, "sticker": 1, "sha256": digest])
            let look = try client.call("window.look", ["window": window])
            let draft = try #require(look["draft"] as? HostClient.Object)
            #expect((draft["media"] as? [HostClient.Object])?.count == 1)
            _ = try client.call("window.send", ["window": window, "draft": try #require(draft["id"] as? String)])
            let rows = try await tool.run("transcript", "chat", "--as", "bob", "--json").events()
            let entries = try #require(rows.first?["entries"] as? [HostClient.Object])
            let sent = entries.compactMap { ($0["file"] as? HostClient.Object)?["sha256"] as? String }
            #expect(sent == [digest, digest])
        }
    }
}
