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
            try browser.wait(for: "!document.querySelector('dialog a.button').hasAttribute('data-held')")
            try browser.run("document.querySelector('dialog a.button').click()")
            var tabs: [Browser.Tab] = []
            // A tab is there before it has its address.
            for _ in 0..<1_000 where tabs.isEmpty { tabs = try browser.otherTabs() }
            #expect(tabs.map(\.address) == [address])
            try browser.close(tabs)
            // A page behind another one keeps its closed question until it is shown again.
            try browser.wait(for: "!document.querySelector('dialog')")
        }

        /// Each press that comes too early begins the time again, with whatever button, also where somebody presses slowly.
        @Test func aRowOfPressesOpensNothing() async throws {
            try await Browser.onDevices([]) { browser, _ in
                try browser.stopClock()
                try browser.run(
                    """
                    for (const name of ['click', 'auxclick']) addEventListener(name, (event) => {
                      window.isOpened = !event.defaultPrevented
                      event.preventDefault()
                    })
                    """
                )
                let ask = "return import('/links.js').then(({ askToOpen }) => askToOpen('https://example.com/a'))"
                func opens(_ type: String, _ button: Int) throws -> Bool? {
                    let press = """
                        const event = new MouseEvent(arguments[0], { button: arguments[1], bubbles: true, cancelable: true })
                        document.querySelector('dialog a.button').dispatchEvent(event)
                        return window.isOpened
                        """
                    return try browser.run(press, type, button) as? Bool
                }
                for (type, button) in [("click", 0), ("auxclick", 1)] {
                    try browser.run(ask)
                    for _ in 0..<4 {
                        try browser.passTime(400)
                        #expect(try opens(type, button) == false)
                    }
                    try browser.passTime(600)
                    #expect(try opens(type, button) == true)
                    try browser.wait(for: "!document.querySelector('dialog')")
                }
                // What was pressed just now lay where the button is.
                try browser.run(ask)
                try browser.pressPlace(of: "dialog a.button")
                try browser.run("document.querySelector('dialog').close()")
                try browser.wait(for: "!document.querySelector('dialog')")
                try browser.run(ask)
                for _ in 0..<3 {
                    try browser.passTime(900)
                    #expect(try opens("click", 0) == false)
                }
                try browser.passTime(2_100)
                #expect(try opens("click", 0) == true)
            }
        }

        /// Who leads the browser to the page with another key does not keep it from its server.
        @Test func aKeyOfNoServerIsNotKept() async throws {
            try await Browser.onDevices([]) { browser, page in
                let key = "return localStorage.getItem('mayfly-key')"
                try browser.open("http://\(page.host)/?token=\(page.token)#key=abc")
                try browser.wait(for: "document.querySelectorAll('.conversation').length === 2")
                #expect(try browser.run(key) as? String == page.key)
                try browser.wait(for: "location.search === '' && document.querySelector('.lost').hidden")
                _ = try browser.errors()
            }
        }

        /// An address with signs that are no text shows what it can.
        @Test func anAddressOfThePageThatIsNoTextIsRead() async throws {
            try await Browser.onDevices([]) { browser, _ in
                try browser.run("location.hash = '#/%E0%A4%A/x'; location.reload()")
                try browser.wait(
                    for: "location.hash === '#/alice,/bob' && document.querySelectorAll('.conversation').length === 2"
                )
            }
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
