import Foundation
import MayflyConformance
import MayflyModel
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// A group of unlike devices, through the real command.
@Suite struct MixedGroupToolTests {
    private func with(_ body: @Sendable (Tool) async throws -> Void) async throws {
        try await Tool.with(bundles: [try MixedGroup.bundle()]) { tool in
            for name in MixedGroup.devices {
                let profile = MixedGroup.profiles[name]?.rawValue ?? "full"
                let outcome = try await tool.run("device", "create", name, "--profile", profile, "--json")
                #expect(try outcome.events().first?["profile"] as? String == profile)
            }
            let group = MixedGroup.devices.joined(separator: ",")
            #expect(try await tool.run("conversation", "create", "chat", "--with", group).status == 0)
            let posted = try await launch(tool, as: "fay", script: "tap web\nsend\n")
            #expect(posted.status == 0, "\(posted.errors)")
            try await body(tool)
        }
    }

    private func launch(
        _ tool: Tool,
        as device: String,
        _ more: String...,
        script: String = ""
    ) async throws -> Tool.Outcome {
        let arguments = ["launch", MixedGroup.id, "--conversation", "chat", "--as", device, "--script", "-"] + more
        return try await tool.run(all: arguments, script: script)
    }

    @Test func listsTheProfiles() async throws {
        try await with { tool in
            let list = try await tool.run("device", "list")
            #expect(
                list.lines == [
                    "NAME  PROFILE  PERSON", "dan   desktop  dan", "fay   full     fay", "leo   legacy   leo",
                    "wil   watch    wil",
                ]
            )
            let events = try await tool.run("device", "list", "--json").events()
            #expect(events.map { $0["profile"] as? String } == ["desktop", "full", "legacy", "watch"])
            #expect(try await tool.run("device", "create", "x", "--profile", "phone").status == 2)
        }
    }

    @Test(.proves("C-255", "C-261"))
    func showsEachDeviceItsForm() async throws {
        try await with { tool in
            for device in ["fay", "dan", "wil"] {
                let lines = try await tool.run("transcript", "chat", "--as", device).lines
                #expect(lines.first == "  1  fay: [post] Title")
            }
            let lines = try await tool.run("transcript", "chat", "--as", "leo").lines
            #expect(lines.count == 3)
            #expect(lines[0].hasPrefix("  1  fay: attachment: picture.jpg ("))
            #expect(lines[1] == "  2  fay: [post] https://example.org/poll?x=%C3%BC&y")
        }
    }

    @Test(.proves("C-012", "C-251"))
    func opensAddressesWhereItRefusesToLaunch() async throws {
        try await with { tool in
            let refused = try await launch(tool, as: "dan")
            #expect(refused.status == 1)
            #expect(refused.errors.contains("only full devices run extensions"))
            let told = try await launch(tool, as: "dan", "--message", "1")
            #expect(told.status == 0)
            #expect(told.lines.contains("opens in a browser: https://example.org/poll?x=%C3%BC&y"))
            let events = try await launch(tool, as: "dan", "--message", "1", "--json").events()
            #expect(events.map { $0["event"] as? String } == ["openURL"])
            #expect(events.first?["url"] as? String == "https://example.org/poll?x=%C3%BC&y")
        }
    }

    @Test func drawsTheConversation() async throws {
        try await with { tool in
            let file = tool.home + "/chat.svg"
            for device in ["fay", "leo"] {
                #expect(try await tool.run("transcript", "chat", "--as", device, "--svg", file).output == "")
                let data = try Data(contentsOf: URL(filePath: file))
                #expect(XMLParser(data: data).parse())
                let picture = String(decoding: data, as: UTF8.self)
                #expect(picture.contains("href=\"data:image/"))
                let texts = ["Title", "Subtitle", "a &lt;caption&gt; &amp; more", "trailing", "subcaption", "end"]
                #expect(texts.allSatisfy { picture.contains(">\($0)</text>") } == (device == "fay"))
                #expect(picture.contains("class=\"icon\"") == (device == "fay"))
            }
            let printed = try await tool.run("transcript", "chat", "--as", "leo", "--svg", "-")
            #expect(printed.output == (try String(contentsOfFile: file, encoding: .utf8)))
            let nowhere = try await tool.run("transcript", "chat", "--as", "fay", "--svg", tool.home + "/no/such/a.svg")
            #expect(nowhere.status == 1)
            #expect(try await tool.run("transcript", "chat", "--as", "fay", "--json", "--svg", file).status == 2)
        }
    }
}
