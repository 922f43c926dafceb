import Foundation
import MayflyConformance
import MayflyHost
import MayflyTesting
import Testing

/// What a person sees at the terminal: the drawer, the styles and where things came from.
@Suite struct DrawerTests {
    private func session(_ tool: Tool, _ script: String) async throws -> [String] {
        let arguments = ["launch", "org.mayfly.tally", "--conversation", "chat", "--as", "alice", "--script", "-"]
        let outcome = try await tool.run(all: arguments, script: script)
        #expect(outcome.status == 0, "\(outcome.errors)")
        return outcome.lines
    }

    /// The lines that a step of the script brought.
    private func lines(after step: String, in lines: [String]) throws -> [String] {
        let start = try #require(lines.firstIndex(of: "> \(step)"), "\(lines)")
        let rest = lines[(start + 1)...]
        return Array(rest.prefix { !$0.hasPrefix("> ") })
    }

    @Test(.proves("C-007")) func everyExtensionIsListedAndOpensWithOneCommand() async throws {
        try await Tool.with(bundles: try Puppet.bundles) { tool in
            try await tool.setUp()
            let list = try await tool.run("list", "--json")
            #expect(list.status == 0)
            let ids = try list.events().compactMap { $0["id"] as? String }
            let samples = ["org.mayfly.burgerpoll", "org.mayfly.icecream", "org.mayfly.smileys", "org.mayfly.tally"]
            #expect(Set(ids).isSuperset(of: samples + [Puppet.id, Puppet.otherID]))
            for id in ids {
                let outcome = try await tool.run("launch", id, "--conversation", "chat", "--script", "-", "--json")
                #expect(outcome.status == 0, "\(outcome.errors)")
                #expect(try outcome.events().contains { $0["event"] as? String == "view" })
            }
        }
    }

    @Test(.proves("C-017", "C-070", "C-074")) func fromTheDrawerAnExtensionLiesCompactAboveTheField() async throws {
        try await Tool.with { tool in
            try await tool.setUp()
            let lines = try await session(tool, "tap plus\ntap stage\n")
            let first = Array(lines.prefix { !$0.hasPrefix("> ") })
            let field = try #require(first.firstIndex(of: "field: (empty)"), "\(first)")
            let view = try #require(first.firstIndex { $0.hasPrefix("── Tally, compact ") })
            #expect(view < field)
            #expect(!first[(view + 1)...].contains { $0.hasPrefix("──") })
            // An insert shows at once.
            #expect(try self.lines(after: "tap stage", in: lines).contains("field: [Tally] Tally: 1"))
        }
    }

    @Test(.proves("C-076")) func anExpandedExtensionCoversTheTranscriptAndTheField() async throws {
        try await Tool.with { tool in
            try await tool.setUp()
            let lines = try await session(
                tool,
                "type hello\nsend\nstyle expanded\nshow\ntap plus\ntap stage\n"
            )
            for step in ["show", "tap plus"] {
                let shown = try self.lines(after: step, in: lines)
                #expect(!shown.contains { $0.hasPrefix("field:") || $0.contains("hello") }, "\(step): \(shown)")
            }
            #expect(try self.lines(after: "show", in: lines).contains { $0.hasPrefix("── Tally, expanded ") })
            // It makes room for the field itself when it has put something there.
            let compact = try self.lines(after: "tap stage", in: lines)
            #expect(compact.contains("field: [Tally] Tally: 1"))
        }
    }

    @Test func theFieldShowsTheBubbleThatTheRecipientWillSee() async throws {
        try await Tool.with { tool in
            try await tool.setUp()
            let lines = try await session(tool, "tap plus\ntap plus\ntap stage\nsend\n")
            let field = try #require(try self.lines(after: "tap stage", in: lines).first { $0.hasPrefix("field: ") })
            let received = try await tool.run("transcript", "chat", "--as", "bob").lines
            #expect(received.first?.hasSuffix("alice: " + field.dropFirst("field: ".count)) == true, "\(received)")
        }
    }

    /// All that can be staged but a text, which the field shows in quotation marks (C-124). The message has every field and a
    /// picture. Of the picture, which is converted on its way, the size is the same.
    @Test func theFieldShowsMessagesStickersAndFilesAsTheRecipientWillSeeThem() async throws {
        try await Puppet.with { test in
            try test.givePicture(to: "alice")
            let texts = "title=Title|subtitle=Below|caption=Left ${me}|trailing=Right|subcaption=Small|trailing-sub=Far"
            let tool = Tool(home: test.home, folders: try Puppet.folders)
            let field = try await test.window(as: "alice") { window in
                try await window.open(test.bundle(Puppet.id))
                try await test.play(
                    "message url=?a|image=good.png|\(texts)",
                    "sticker good.png|a cup",
                    "attach good.png|photo.png",
                    in: window
                )
                let shown = try await tool.run("transcript", test.conversation, "--as", "alice").lines
                #expect(shown.first == "(no messages)")
                try await window.send()
                // Further rows of the message are indented more than the parts of the field.
                return shown.dropFirst().map {
                    Self.withoutEncoding(String($0.dropFirst("field: ".count).trimmingPrefix("  ")))
                }
            }
            #expect(field.first == "[puppet] Title" && field.contains { $0.contains("Left alice") })
            #expect(field.count == 7)
            let received = try await tool.run("transcript", test.conversation, "--as", "bob").lines.dropLast()
            let prefix = "  1  alice: ".count
            let rows = received.map { $0.contains("  alice: ") ? $0.dropFirst(prefix) : $0.dropFirst(7) }
            #expect(rows.map { Self.withoutEncoding(String($0)) } == field)
        }
    }

    /// A line in which a picture has its size in pixels alone.
    private static func withoutEncoding(_ line: String) -> String {
        line.replacing(/\((?:png|jpeg), (\d+ x \d+ px), \d+ bytes\)/) { "(\($0.output.1))" }
    }

    @Test(.proves("C-008", "C-010")) func whoLacksTheExtensionIsToldItsNameUnderEachKindOfContent() async throws {
        try await Puppet.with { test in
            try test.givePicture(to: "alice")
            try await test.send(
                "message url=?a",
                "text words",
                "sticker good.png|cup",
                "attach good.png",
                from: "alice"
            )
            try await test.window(as: "alice") { window in
                try await window.type("typed by hand")
                try await window.send()
            }
            let show = ["transcript", "chat", "--as", "bob", "--home", test.home]
            try await Tool.with { lacking in
                let lines = try await lacking.run(all: show).lines
                #expect(
                    lines.filter { $0.trimmingCharacters(in: .whitespaces) == "+  from puppet" }.count == 4,
                    "\(lines)"
                )
                #expect(lines.contains { $0.contains("[puppet]") })
                #expect(lines.contains { $0.hasSuffix("typed by hand") })
            }
            try await Tool.with(bundles: try Puppet.bundles) { having in
                let lines = try await having.run(all: show).lines
                #expect(lines.count >= 5)
                #expect(!lines.contains { $0.contains("from puppet") })
            }
        }
    }

    @Test(.proves("C-200")) func theLayoutDeterminesHowTheBubbleLooks() async throws {
        try await Puppet.with { test in
            try test.givePicture(to: "alice")
            let texts = "title=Title|subtitle=Below|caption=Left|trailing=Right|subcaption=Small|trailing-sub=Far"
            try await test.send("message url=?a|image=good.png|\(texts)", from: "alice")
            try await test.send("message url=?a|caption=Only this", from: "alice")
            try await Tool.with(bundles: try Puppet.bundles) { tool in
                let output = try await tool.run("transcript", "chat", "--as", "bob", "--home", test.home).output
                let start = try #require(output.range(of: "Only this")).lowerBound
                var rest = output[..<start]
                for word in ["Title", "Below", "Left", "Right", "Small", "Far"] {
                    let place = try #require(rest.range(of: word), "\(word) in \(output)")
                    rest = rest[place.upperBound...]
                }
                #expect(!output[start...].contains("Title"))
            }
        }
    }
}
