import MayflyBundles
import MayflyConformance
import MayflyHost
import MayflyModel
import MayflyTesting
import Testing

/// The browser that asks an extension for its stickers (model 2.9).
@Suite struct StickerBrowserTests {
    @Test(.proves("C-238", "C-239")) func theBrowserAsksForTheCountAndEachItemAndAsksAgainOnReload() async throws {
        try await Puppet.with { test in
            try test.givePicture("a.png", to: "alice")
            try test.givePicture("b.png", to: "alice")
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Puppet.id))
                trace.clear()
                try test.script(
                    [
                        "didPerformAction cells a.png,,b.png", "didPerformAction browse 1",
                        "willTransition cells b.png",
                        "didTransition reload",
                    ],
                    as: "alice"
                )
                try await window.tap("run")
                #expect(trace.sightings.map(\.name) == ["didPerformAction", "stickerCount"])
                #expect(trace.answers == ["asked 0", "asked 1", "asked 2"])
                #expect(try await cells(of: window) == ["a.png", nil, "b.png"])
                trace.clear()
                try await window.changeStyle(to: .expanded)
                #expect(trace.sightings.map(\.name) == ["willTransition", "didTransition", "stickerCount"])
                #expect(trace.answers == ["asked 0"])
                #expect(try await cells(of: window) == ["b.png"])
                try await window.tapSticker(1)
                #expect(await window.draft.media.map(\.brief) == ["sticker b.png"])
            }
        }
    }

    @Test(arguments: [(0, 300), (1, 408), (2, 618), (7, 408)])
    func theBrowserHasTheSizeThatTheExtensionAsksFor(size: Int, pixels: Int) async throws {
        try await Puppet.with { test in
            try test.givePicture("a.png", to: "alice")
            try await test.window(as: "alice") { window in
                try await window.open(test.bundle(Puppet.id))
                try await test.play("cells a.png", "browse \(size)", in: window)
                guard case .stickers(let browser) = await window.view else {
                    Issue.record("no browser is shown")
                    return
                }
                #expect(browser.size.cellPixels == pixels)
            }
        }
    }

    private func cells(of window: ConversationWindow) async throws -> [String?] {
        guard case .stickers(let browser) = await window.view else {
            Issue.record("no browser is shown")
            return []
        }
        return browser.cells.map { $0?.description }
    }
}
