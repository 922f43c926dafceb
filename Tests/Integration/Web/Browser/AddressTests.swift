import Foundation
import MayflyConformance
import Testing

extension BrowserTests {
    /// Messages whose extension cannot be launched where they are tapped: their address is opened in the browser.
    @Suite struct Addresses {
        private static let address = "https://example.org/poll?x=%C3%BC&y"

        @Test(.proves("C-252", "C-260")) func aMessageWithoutItsExtensionOpensItsAddress() async throws {
            let bundles = [try MixedGroup.bundle()]
            // Nothing is loaded from the network.
            let options = ["--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.*"]
            try await Browser.onDevices(bundles, of: ["fay", "dan"], profiles: ["dan": "desktop"], options) {
                browser,
                page in
                try browser.press("Apps")
                try browser.click(".tile")
                try browser.press("web")
                try browser.send(pane: 0)
                try Self.expectAddress(pane: 1, browser)
                // The person of the full device switches the extension off.
                let client = try PageClient(page)
                try client.call("extensions.setEnabled", ["extension": MixedGroup.id, "enabled": false])
                try browser.wait(pane: 0, for: "!$('.extension') || $('.extension').hidden")
                try Self.expectAddress(pane: 0, browser)
            }
        }

        /// Taps the bubble, which is drawn from its template, and says yes.
        private static func expectAddress(pane: Int, _ browser: Browser) throws {
            let bubble = "$('button.card-bubble')"
            try browser.wait(pane: pane, for: "\(bubble)?.querySelector('img.shown')?.naturalWidth > 0")
            #expect(
                try browser.value(pane: pane, of: "\(bubble).querySelector('.caption span').innerText") as? String
                    == "a <caption> & more"
            )
            try browser.tap("a <caption> & more", pane: pane)
            try browser.wait(for: "document.querySelector('dialog .address')?.innerText === arguments[0]", address)
            #expect(try browser.otherTabs().isEmpty)
            // It is opened by a press that comes half a second after the question at the earliest.
            let question = "document.querySelector('dialog[open]')"
            try browser.wait(for: "!\(question) || (\(question).querySelector('a.button').click(), false)")
            var tabs: [Browser.Tab] = []
            // A tab is there before it has its address.
            for _ in 0..<1_000 where tabs.isEmpty { tabs = try browser.otherTabs() }
            #expect(tabs.map(\.address) == [address])
            try browser.close(tabs)
            // A page behind another one keeps its closed question until it is shown again.
            try browser.wait(for: "!document.querySelector('dialog')")
        }
    }
}

extension Browser {
    /// A tab beside the page.
    struct Tab {
        let id: String
        let address: String
    }

    /// The tabs beside the page that have an address.
    func otherTabs() throws -> [Tab] {
        let answer = try command("Target.getTargets") as? [String: Any]
        let targets = answer?["targetInfos"] as? [[String: Any]] ?? []
        return targets.compactMap { target in
            guard target["type"] as? String == "page", let id = target["targetId"] as? String,
                let address = target["url"] as? String, !["", "about:blank"].contains(address),
                !address.hasPrefix("http://127.")
            else { return nil }
            return Tab(id: id, address: address)
        }
    }

    /// Closes these, and waits until none is there.
    func close(_ tabs: [Tab]) throws {
        for tab in tabs { try command("Target.closeTarget", ["targetId": tab.id]) }
        for _ in 0..<1_000 {
            if try otherTabs().isEmpty { return }
        }
    }
}
