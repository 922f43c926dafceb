import Foundation
import MayflyConformance
import MayflyHost
import MayflyModel
import MayflyTesting
import Testing

/// Stickers that people put on bubbles (model 5.9).
@Suite struct PlacedStickerTests {
    private static let smileys = "org.mayfly.smileys"

    private static func with(_ body: @Sendable (TestHost) async throws -> Void) async throws {
        let bundles = try Puppet.bundles + [Samples.folder + "/Smileys.mayfly"]
        try await TestHost.with(bundles: bundles, policy: .immediate, body)
    }

    private static func stickers(_ test: TestHost, _ device: String, row: Int = 1) throws -> [Sticker] {
        let page = try test.host.look(at: test.conversation, as: device).transcript
        return try #require(page.entry(number: row)?.bubble).stickers.compactMap { item in
            if case .sticker(let sticker) = item.content { sticker } else { nil }
        }
    }

    /// The first row, where that item was shown.
    private static func place(on item: ItemID?) -> BubblePosition {
        var place = BubblePosition(bubble: 1)
        place.item = item
        return place
    }

    @Test func aTapStagesAndAPlacedStickerIsOnTheBubbleOnEveryDevice() async throws {
        try await Self.with { test in
            try await test.send("message url=?1|caption=hello|session=A", from: "alice")
            try await test.window(as: "bob") { window in
                try await window.open(test.bundle(Self.smileys))
                var place = BubblePosition(bubble: 1)
                (place.x, place.y, place.scale, place.rotation) = (0.25, 0.75, 1.5, -30)
                try await window.placeSticker(1, on: place)
                try await window.placeSticker(2, on: BubblePosition(bubble: 1))
                // A placed sticker is sent at once and leaves the field as it is; a tap does the opposite.
                #expect(await window.draft.isEmpty)
                #expect(await window.transcript.count == 1)
                try await window.tapSticker(3)
                #expect(await window.draft.media.count == 1)
            }
            for device in ["alice", "bob"] {
                let stickers = try Self.stickers(test, device)
                #expect(stickers.count == 2)
                let place = try #require(stickers.first?.placement)
                #expect([place.x, place.y, place.scale, place.rotation] == [0.25, 0.75, 1.5, 330])
                #expect(try test.rows(of: device) == ["* hello"])
            }
        }
    }

    /// The extension fills its browser anew, or the rows change, between the look and the drag.
    @Test func onlyTheStickerAndTheBubbleThatWereShownAreSent() async throws {
        try await Self.with { test in
            for name in ["a.png", "b.png"] { try test.givePicture(name, to: "bob") }
            try await test.send("message url=?1|caption=hello", from: "alice")
            let orders = [
                "didPerformAction cells a.png", "didPerformAction browse 1", "willTransition cells b.png",
                "didTransition reload",
            ]
            try test.script(orders, as: "bob")
            try await test.window(as: "bob") { window in
                try await window.open(test.bundle(Puppet.id))
                try await window.tap("run")
                let shown = try await window.view.sticker(1)
                try await window.changeStyle(to: .expanded)
                let now = try await window.view.sticker(1)
                #expect([shown, now].map(\.description) == ["a.png", "b.png"])
                let place = Self.place(on: await window.transcript.entries.first?.itemID)
                let refusal = await #expect(throws: MayflyError.self) {
                    try await window.placeSticker(1, shown, on: place)
                }
                #expect(refusal?.message == "nothing is sent: sticker 1 is another one than was shown")
                let other = await #expect(throws: MayflyError.self) {
                    try await window.placeSticker(1, now, on: Self.place(on: ItemID()))
                }
                #expect(other?.message == "nothing is done: entry 1 is another one than was shown")
                #expect(refusal?.code == .notAsShown)
                #expect(other?.code == .notAsShown)
                #expect(try Self.stickers(test, "alice").isEmpty)
                try await window.placeSticker(1, now, on: place)
            }
            #expect(try Self.stickers(test, "alice").map(\.description) == ["b.png"])
        }
    }

    @Test func goWithTheBubbleWhenItCollapses() async throws {
        try await Self.with { test in
            try await test.send("message url=?1|caption=one|summary=was one|session=A", from: "alice")
            try await test.window(as: "bob") { window in
                try await window.open(test.bundle(Self.smileys))
                try await window.placeSticker(1, on: BubblePosition(bubble: 1))
            }
            #expect(try Self.stickers(test, "alice").count == 1)
            try await test.send("message url=?2|caption=two|session=A", from: "alice")
            for device in ["alice", "bob"] {
                #expect(try test.rows(of: device) == ["- was one", "* two"])
                #expect(try Self.stickers(test, device, row: 2).isEmpty)
            }
            try await test.window(as: "bob") { window in
                try await window.open(test.bundle(Self.smileys))
                await #expect(throws: MayflyError.self) {
                    try await window.placeSticker(1, on: BubblePosition(bubble: 1))
                }
                await #expect(throws: MayflyError.self) {
                    try await window.placeSticker(1, on: BubblePosition(bubble: 9))
                }
                await #expect(throws: MayflyError.self) {
                    try await window.placeSticker(99, on: BubblePosition(bubble: 2))
                }
            }
        }
    }

    @Test func theCommandPutsThemThereAndTheTranscriptShowsThem() async throws {
        try await Tool.with(bundles: [Samples.folder + "/Smileys.mayfly"]) { tool in
            try await tool.setUp()
            let script =
                "type hello\nsend\nstick 1 on 1 at 0.1,0.9 scale 2 turn 45\nsticker 2\nremove 1\ntext bye\nclear\n"
            let play = ["launch", Self.smileys, "--conversation", "chat", "--as", "alice", "--script", "-"]
            let outcome = try await tool.run(all: play, script: script)
            #expect(outcome.status == 0, "\(outcome.errors)")
            let shown = try await tool.run("transcript", "chat", "--as", "bob").output
            #expect(shown.contains("alice: hello"))
            #expect(shown.contains("+  alice: sticker: A smiling face"))
            // A long row goes on in the next line.
            let words = shown.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(words.contains("at 10 %, 90 %, scale 200 %, turned 45°"))
            #expect(shown.contains("field: (empty)"))
            let events = try await tool.run("transcript", "chat", "--as", "bob", "--json").events()
            let entries = try #require(events.first?["entries"] as? [[String: any Sendable]])
            let stickers = try #require(entries.first?["stickers"] as? [[String: any Sendable]])
            let placement = try #require(stickers.first?["placement"] as? [String: any Sendable])
            #expect(placement["rotation"] as? Double == 45)
        }
    }

    @Test func aPictureGoesThroughALinkAndSaysWhyItCannot() async throws {
        try await Tool.with(bundles: [Samples.folder + "/Smileys.mayfly"]) { tool in
            try await tool.setUp()
            let (link, file) = (tool.home + "/link.svg", tool.home + "/file.svg")
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
            let draw = ["transcript", "chat", "--as", "bob", "--svg"]
            #expect(try await tool.run(all: draw + [link]).status == 0)
            #expect(try String(contentsOfFile: file, encoding: .utf8).contains("<svg"))
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == file)
            let refused = try await tool.run(all: draw + ["/"])
            #expect(refused.status == 1)
            #expect(refused.errors == "mayfly: the picture '/' cannot be written: Is a directory\n")
        }
    }
}
