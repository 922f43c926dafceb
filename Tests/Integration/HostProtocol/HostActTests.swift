import Foundation
import Testing

/// What each act of a person changes in a window.
@Suite struct HostActTests {
    /// A window, and its acts.
    private struct Acts {
        let client: HostClient
        let window: String

        func callAsFunction(_ name: String, _ parameters: HostClient.Object = [:]) throws {
            try client.call("window.\(name)", ["window": window].merging(parameters) { $1 })
        }

        func look() throws -> HostClient.Object { try client.look(at: window) }

        func view() throws -> HostClient.Object { try #require(try look()["view"] as? HostClient.Object) }

        func message() throws -> HostClient.Object? { try client.draft(of: window)["message"] as? HostClient.Object }

        func media() throws -> [HostClient.Object] {
            try #require(try client.draft(of: window)["media"] as? [HostClient.Object])
        }

        func rows() throws -> [HostClient.Object] {
            try #require(try client.call("transcript.page", ["window": window])["entries"] as? [HostClient.Object])
        }
    }

    private static func with(_ bundles: [String], _ body: @Sendable (Acts, Tool) async throws -> Void) async throws {
        try await Tool.with(bundles: bundles) { tool in
            let client = try HostClient.inChat(tool)
            try await body(Acts(client: client, window: try client.openWindow()), tool)
        }
    }

    @Test func aValueGoesIntoAnInput() async throws {
        try await Self.with([Samples.tally]) { act, _ in
            try act("openExtension", ["extension": "org.mayfly.tally"])
            // An input needs the keyboard.
            try act("setStyle", ["style": "expanded"])
            try act("input", ["input": "title", "value": "Votes"])
            #expect((try act.view()["inputs"] as? [String: String])?["title"] == "Votes")
            try act("tap", ["control": "stage"])
            #expect((try act.message()?["layout"] as? HostClient.Object)?["caption"] as? String == "Votes: 0")
        }
    }

    @Test func theStyleChanges() async throws {
        try await Self.with([Samples.tally]) { act, _ in
            try act("openExtension", ["extension": "org.mayfly.tally"])
            for style in ["expanded", "compact"] {
                try act("setStyle", ["style": style])
                #expect(try act.view()["style"] as? String == style)
            }
        }
    }

    @Test func aSwipeGoesToTheNeighbour() async throws {
        try await Self.with([Samples.tally, Samples.iceCream]) { act, _ in
            let drawer = try #require(
                try act.client.call("extensions.list")["extensions"] as? [HostClient.Object]
            ).compactMap { $0["id"] as? String }
            let place = try #require(drawer.firstIndex(of: "org.mayfly.smileys"))
            try act("openExtension", ["extension": drawer[place]])
            for (direction, other) in [("right", place - 1), ("left", place), ("left", place + 1)] {
                try act("swipe", ["direction": direction])
                #expect(try act.look()["extension"] as? String == drawer[other])
            }
        }
    }

    @Test func aStickerGoesIntoTheFieldAndOnABubble() async throws {
        try await Self.with([Samples.folder + "/Smileys.mayfly"]) { act, _ in
            try act("type", ["text": "hello"])
            try act.client.sendDraft(of: act.window)
            try act("openExtension", ["extension": "org.mayfly.smileys"])
            try act("tapSticker", ["sticker": 2])
            #expect(try act.media().map { $0["description"] as? String } == ["A winking face"])
            #expect((try act.media().first?["file"] as? HostClient.Object)?["name"] as? String == "wink.png")
            try act("clearField")
            #expect(try act.media().isEmpty)
            let view = try #require(try act.look()["view_event"] as? Int)
            try act("placeSticker", ["sticker": 1, "view": view, "row": 1, "x": 0.9, "scale": 0.5])
            let stickers = try #require(try act.rows().first?["stickers"] as? [HostClient.Object])
            #expect(stickers.map { $0["description"] as? String } == ["A smiling face"])
            let placement = try #require(stickers.first?["placement"] as? HostClient.Object)
            #expect(placement["on"] as? String == (try act.rows().first?["id"] as? String))
            #expect(placement["x"] as? Double == 0.9 && placement["y"] as? Double == 0.5)
            #expect(placement["scale"] as? Double == 0.5 && placement["rotation"] as? Double == 0)
        }
    }

    @Test func aMessageIsTakenOutAndItsExtensionTold() async throws {
        try await Self.with([try #require(try Puppet.bundles.first)]) { act, tool in
            try act("openExtension", ["extension": Puppet.id])
            let folder = try Puppet.privateFolder(in: tool.home)
            try Data("didPerformAction message url=?a".utf8).write(to: URL(filePath: folder + "/script"))
            try act("tap", ["control": "run"])
            #expect(try act.message()?["url"] as? String == "?a")
            try act("cancelMessage")
            #expect(try act.message() == nil)
            let callbacks = try act.client.events(of: act.window).compactMap { $0["name"] as? String }
            #expect(callbacks.contains("didCancelSending"))
        }
    }

    @Test func theFileThatIsMeantIsRemoved() async throws {
        try await Self.with([]) { act, tool in
            for name in ["one.txt", "two.txt"] {
                try Data(name.utf8).write(to: URL(filePath: tool.home + "/" + name))
                try act("attach", ["path": tool.home + "/" + name])
            }
            let second = try #require(try act.media().last?["id"] as? String)
            let failure = #expect(throws: HostClient.Failure.self) {
                try act("removeFromField", ["number": 1, "item": second])
            }
            #expect(failure?.name == "notAsShown")
            try act("removeFromField", ["number": 1])
            #expect(try act.media().map { $0["name"] as? String } == ["two.txt"])
            #expect(try act.media().first?["id"] as? String == second)
        }
    }

    @Test func aMessageThatWouldExpireIsKept() async throws {
        try await Self.with([try Composer.bundle()]) { act, _ in
            try act("openExtension", ["extension": Composer.id])
            for control in ["expiring", "stage"] {
                try act("tap", ["control": control])
                try act.client.sendDraft(of: act.window)
            }
            let reader = Acts(client: act.client, window: try act.client.openWindow(as: "bob"))
            #expect(try reader.rows().first?["kept"] == nil)
            try reader("keep", ["row": 1])
            #expect(try reader.rows().map { $0["kept"] as? Bool } == [true, nil])
            let failure = #expect(throws: HostClient.Failure.self) { try reader("keep", ["row": 2]) }
            #expect(failure?.name == "notPossibleNow")
            #expect(failure?.message == "entry 2 does not expire")
            let missing = #expect(throws: HostClient.Failure.self) { try reader("keep", ["row": 3]) }
            #expect(missing?.name == "unknownMessage")
        }
    }
}
