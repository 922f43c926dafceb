import Foundation
import MayflyTestSupport
import Testing

extension BrowserTests.Keyboard {
    private static let keyEnter = "\u{E007}"
    private static let (keyUp, keyDown) = ("\u{E013}", "\u{E015}")

    /// What else a person does, without the pointer: makes a conversation, puts a sticker into the field and takes it out, changes the
    /// style of an extension, keeps a message, opens an address, turns an extension off and on, and uninstalls it.
    @Test func everythingElseIsDoneByTheKeyboard() async throws {
        let link = #"{"type":"Action.OpenUrl","title":"Go there","url":"https://example.org/a"}"#
        let cards = try CardPlugin.showing(CardPlugin.card("", actions: link))
        let bundles = [Samples.smileys, cards, try #require(try Puppet.bundles.first)]
        let scratch = try ScratchFolder()
        // Nothing is loaded from the network.
        let offline = ["--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.*"]
        try await ServedPage.with(bundles: bundles, ["--side-by-side", "alice,bob"]) { page, tool in
            let browser = try Browser(offline)
            try browser.open(page.address)
            for pane in 0...1 { try browser.wait(pane: pane, for: "$('.conversation')") }
            try Self.makeConversation(browser)
            try Self.putInAndTakeOut(browser)
            let folder = PuppetFolder(path: try Puppet.privateFolder(in: tool.home))
            try folder.write("didPerformAction message url=?a|caption=For a while|expires=1")
            try Self.sendAndKeep(browser)
            try Self.openAddress(browser)
            try Self.changeTheMachine(browser, try ExtensionBrowserTests.Machine.counter(in: scratch))
            #expect(try browser.errors() == [])
        }
    }

    private static func makeConversation(_ browser: Browser) throws {
        try browser.press("New conversation", byKeysInPane: 0)
        // The field of the name has the focus.
        try browser.wait(for: "document.activeElement.id === 'new-name'")
        try browser.press(keys: "trip")
        try browser.tab(to: "one.value === 'bob'", pane: nil)
        try browser.press(keys: " ")
        try browser.press("Create", byKeysInPane: nil)
        try browser.wait(pane: 0, for: "$('.heading h1').innerText === 'trip' && \(Browser.isOpen)")
    }

    private static func putInAndTakeOut(_ browser: Browser) throws {
        try browser.open("Smileys", byKeysInPane: 0)
        try browser.wait(pane: 0, for: "$('.sticker-button img')?.naturalWidth > 0")
        try browser.tab(to: "one.matches('.sticker-button')", pane: 0)
        try browser.press(keys: keyEnter)
        try browser.wait(pane: 0, for: "$('.waiting img')?.naturalWidth > 0")
        try browser.press("Remove ", byKeysInPane: 0)
        try browser.wait(pane: 0, for: "!$('.waiting')")
    }

    private static func sendAndKeep(_ browser: Browser) throws {
        try browser.open("puppet", byKeysInPane: 0)
        try browser.wait(pane: 0, for: "$('.card button')")
        try browser.tab(to: "one.matches('.grabber')", pane: 0)
        for (key, style) in [(keyUp, "expanded"), (keyDown, "compact")] {
            try browser.press(keys: key)
            try browser.wait(pane: 0, for: "$('.extension').dataset.style === given[0]", style)
            #expect(try browser.run("return document.activeElement.matches('.grabber')") as? Bool == true)
        }
        try browser.press("run", byKeysInPane: 0)
        try browser.wait(pane: 0, for: "$('.waiting .card-bubble')")
        try browser.tab(to: "one.matches('.send')", pane: 0)
        try browser.wait(pane: 0, for: "!$('.send').hasAttribute('data-held')")
        try browser.press(keys: keyEnter)
        try browser.wait(pane: 1, for: "$$('.conversation').length === 2")
        try browser.tab(to: "one.dataset.name === 'trip'", pane: 1)
        try browser.press(keys: keyEnter)
        try browser.wait(pane: 1, for: "$('.row .note button')")
        try browser.press("Keep", byKeysInPane: 1)
        try browser.wait(pane: 1, for: "$('.row > .note').innerText === 'Kept'")
    }

    private static func openAddress(_ browser: Browser) throws {
        try browser.open("cards", byKeysInPane: 0)
        try browser.wait(pane: 0, for: "$('.card-button')?.innerText === 'Go there'")
        try browser.press("Go there", byKeysInPane: 0)
        try browser.wait(for: "document.activeElement.innerText === 'Cancel'")
        try browser.tab(to: "one.matches('a.button')", pane: nil)
        // It is opened by a press that comes half a second after the question at the earliest; each other one begins the time again.
        var tabs: [Browser.Tab] = []
        for _ in 0..<1_000 where tabs.isEmpty {
            let isReady = "return document.activeElement.matches('dialog[open] a.button:not([data-held])')"
            if try browser.run(isReady) as? Bool == true {
                try browser.press(keys: keyEnter)
            }
            tabs = try browser.otherTabs()
        }
        #expect(tabs.map(\.address) == ["https://example.org/a"])
        try browser.close(tabs)
    }

    private static func changeTheMachine(_ browser: Browser, _ bundle: String) throws {
        try browser.press("Back", byKeysInPane: 0)
        try browser.press("Extensions and this machine", byKeysInPane: 0)
        let row =
            "[...document.querySelectorAll('dialog .thing')].find((one) => one.querySelector('strong').innerText === 'Counter')"
        try browser.wait(for: "document.querySelector('dialog input[type=file]')")
        try browser.choose([bundle], inDocument: "dialog input[type=file]")
        try browser.wait(for: row)
        try browser.tab(to: "one.getAttribute('aria-label') === 'Counter is on'", pane: nil)
        for isOff in [true, false] {
            try browser.press(keys: " ")
            try browser.wait(for: "Boolean(\(row).querySelector('.note')?.innerText.startsWith('Off on')) === \(isOff)")
            // The person goes on from there.
            try browser.wait(for: "document.activeElement.getAttribute('aria-label') === 'Counter is on'")
        }
        try browser.press("Remove Counter", byKeysInPane: nil)
        try browser.wait(for: "document.activeElement.innerText === 'Really remove?'")
        try browser.press(keys: keyEnter)
        try browser.wait(for: "!(\(row)) && document.querySelector('dialog .thing')")
        try browser.press(keys: "\u{E00C}")
        try browser.wait(for: "!document.querySelector('dialog')")
        // The focus is where the person was before.
        #expect(try browser.run("return document.activeElement.title") as? String == "Extensions and this machine")
    }
}

extension Browser {
    /// Goes to the button with this name, in a pane or in the dialog, and presses Enter.
    fileprivate func press(_ name: String, byKeysInPane pane: Int?) throws {
        try tab(
            to: "one.matches('button') && (one.getAttribute('aria-label') ?? one.innerText).startsWith('\(name)')",
            pane: pane
        )
        try press(keys: "\u{E007}")
    }

    /// Opens an extension from the drawer.
    fileprivate func open(_ name: String, byKeysInPane pane: Int) throws {
        try press("Apps", byKeysInPane: pane)
        try wait(pane: pane, for: "document.activeElement === $('.tile')")
        if try run("return document.activeElement.innerText") as? String == name { return try press(keys: "\u{E007}") }
        try press(name, byKeysInPane: pane)
    }
}
