import Foundation
import MayflyConformance
import MayflyHost
import MayflyModel
import MayflyStore
import MayflyTesting
import MayflyViews
import Testing

/// Files that an extension names: which are taken, with which numbers the others are refused, and what is kept.
@Suite struct FileTests {
    private static let id = "test.mayfly.media"
    private static let goodPicture = Samples.folder + "/IceCream.mayfly/Resources/cup-none-none.png"

    private func with(_ body: @Sendable (TestHost, Trace, ConversationWindow) async throws -> Void) async throws {
        let bundle = try PluginWorkshop.bundle("media")
        try FileManager.default.copyItem(atPath: Self.goodPicture, toPath: bundle + "/good.png")
        try await TestHost.with(bundles: [bundle], policy: .immediate) { test in
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Self.id))
                try await body(test, trace, window)
            }
        }
    }

    @Test(.proves("C-104", "C-109", "C-110", "C-111")) func attachmentsAreRefusedWithTheModelsNumbers() async throws {
        try await with { test, trace, window in
            // The extension itself cannot make one.
            try #require(mkfifo(try test.privateFolder(of: "alice", Self.id) + "/fifo", 0o600) == 0)
            // The plugin asked for a table that no host has.
            trace.clear()
            try await window.tap("attachments")
            // C-110, C-111: the domain and the number of each.
            #expect(
                trace.said == [
                    "url 0 4", "relative 0 4", "missing 0 1", "outside 0 2", "dots 0 2", "fifo 0 2", "link 0 2",
                    "binary 0 0", "good 0 0", "named 0 0",
                ]
            )
            // C-109, D-19
            let names = await window.draft.media.map { item in
                if case .attachment(let attachment) = item.content { attachment.name } else { "" }
            }
            #expect(names == ["binary", "good.png", "holiday.png"])
        }
    }

    @Test(arguments: [
        ("../../.profile", ".profile"), ("a/b.png", "b.png"), ("..", "palette.png"), ("a/.", "palette.png"),
        ("/", "palette.png"), ("holiday.png", "holiday.png"),
    ])
    func theNameOfAnAttachmentIsOnePathComponent(given: String, shown: String) async throws {
        try await Inserter.with { inserter in
            try inserter.put(sample: "palette.png")
            #expect(try await inserter.order("attachment|a|@palette.png|\(given)").map(\.code) == [0])
            try await inserter.window.send()
            guard case .attachment(let attachment)? = try inserter.received().first?.content else {
                Issue.record("no attachment arrived")
                return
            }
            #expect(attachment.name == shown)
        }
    }

    /// The field shows the name of an attachment only. That of its file, and those of other files, would be words of the sender.
    @Test func noFileArrivesUnderANameThatTheFieldDoesNotShow() async throws {
        try await Inserter.with { inserter in
            let words = "I agree to pay you 5000 EUR tomorrow"
            try inserter.put(sample: "palette.png", as: words + ".png")
            try inserter.put(sample: "clip.mp4", as: words + ".mp4")
            #expect(try await inserter.order("message|v|?a|-|@\(words).mp4|caption").map(\.code) == [0])
            try await inserter.window.send()
            let codes = try await inserter.order(
                "message|m|?a|@\(words).png|-|caption",
                "sticker|s|@\(words).png|a cat",
                "attachment|a|@\(words).png|a.png",
                "attachment|b|@\(words).png"
            ).map(\.code)
            #expect(codes == [0, 0, 0, 0])
            try await inserter.window.send()
            let received = try inserter.received()
            // The icon of the extension is called so by the host.
            let names = received.map { item in item.files.filter { $0 != item.origin?.icon }.map(\.name) }
            #expect(received.compactMap { $0.origin?.icon?.name } == ["icon.png", "icon.png"])
            #expect(names == [["movie.mp4"], ["picture.jpg"], ["picture.png"], ["a.png"], [words + ".png"]])
            let field = received.suffix(2).map { BubbleText($0, name: { _ in "?" }).line }
            #expect(field.map { $0.contains(words) } == [false, true])
        }
    }

    @Test func stickersAreRefusedWithTheModelsNumbers() async throws {
        try await with { _, trace, window in
            trace.clear()
            try await window.tap("stickers")
            #expect(trace.said == ["url 1 4", "missing 1 1", "big 1 6", "format 1 7", "temporary 0 0"])
            #expect(await window.draft.media.count == 1)
        }
    }

    @Test(.proves("C-105", "C-246")) func aFileThatIsDeletedAfterTheInsertIsStillSent() async throws {
        try await with { test, _, window in
            try await window.tap("stickers")
            try await window.tap("delete")
            let file = try test.privateFolder(of: "alice", Self.id) + "/temporary.png"
            #expect(!FileManager.default.fileExists(atPath: file))
            try await window.send()
            let received = try test.host.look(at: test.conversation, as: "bob").transcript.entries
            guard case .sticker(let sticker) = received.first?.item?.content else {
                Issue.record("no sticker arrived")
                return
            }
            // C-123, C-246
            let copy = "\(test.home)/media/\(sticker.file.digest.rawValue).png"
            let source = try Data(contentsOf: URL(filePath: Self.goodPicture))
            #expect(try Data(contentsOf: URL(filePath: copy)) == source)
        }
    }

    @Test(.proves("C-239")) func theBrowserAsksForEachStickerAndKeepsEmptyCells() async throws {
        try await with { _, trace, window in
            try await window.tap("browser")
            guard case .stickers(let browser) = await window.view else {
                Issue.record("no browser is shown")
                return
            }
            // C-238, C-239
            #expect(browser.size == .large)
            #expect(browser.cells.map { $0?.description } == ["good", nil, nil, "good"])
            #expect(trace.lines.last == "view compact 4 stickers")
            await #expect(throws: MayflyError.self) { try await window.tapSticker(2) }
            try await window.tapSticker(4)
            #expect(await window.draft.media.count == 1)
        }
    }

    @Test func aStickerThatNobodyAskedForIsRefused() async throws {
        try await with { _, trace, window in
            try await window.tap("stray")
            #expect(trace.lines.contains("call supplySticker error 1005"))
            guard case .card = await window.view else {
                Issue.record("the view is not what it was")
                return
            }
        }
    }

    @Test func whatTheFieldHasNoRoomForIsNotCopied() async throws {
        try await Puppet.with { test in
            try test.givePicture(to: "alice")
            let file = URL(filePath: try test.privateFolder(of: "alice") + "/late.txt")
            try Data("one too many".utf8).write(to: file)
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Puppet.id))
                for _ in 0..<8 {
                    try await test.play(
                        "attach good.png",
                        "attach good.png",
                        "attach good.png",
                        "attach good.png",
                        "sticker good.png|a cup",
                        "sticker good.png|a cup",
                        "attach good.png",
                        "attach good.png",
                        in: window
                    )
                }
                #expect(await window.draft.media.count == Draft.mostMedia)
                trace.clear()
                try await test.play("attach late.txt", "sticker late.txt|too many", in: window)
            }
            #expect(trace.answers == ["done attachment 1007 aside", "done sticker 1007 aside"])
            let kept = try FileManager.default.contentsOfDirectory(atPath: HomeFolder(path: test.home).media)
            #expect(kept.count == 1)
        }
    }
}
