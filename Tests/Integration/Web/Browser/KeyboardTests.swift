import Foundation
import MayflyConformance
import MayflyModel
import MayflyStore
import MayflyStoreSupport
import Testing

extension BrowserTests {
    /// People who use the keyboard only, or have the page read to them.
    @Suite struct Keyboard {
        /// A whole story without the pointer: a conversation, words, an extension, its message, and the answer on another device.
        @Test func aStoryIsPlayedByTheKeyboard() async throws {
            try await ServedPage.with(bundles: [Samples.tally], ["--side-by-side", "alice,bob"]) { page, _ in
                let browser = try Browser()
                try browser.open(page.address)
                for pane in 0...1 { try browser.wait(pane: pane, for: "$('.conversation')") }
                try browser.openByKeys(pane: 0)
                try browser.tab(to: "one.matches('textarea')", pane: 0)
                try browser.press(keys: "Hello\u{E007}")
                try browser.wait(pane: 0, for: "$('.own .words')?.innerText === 'Hello'")
                // The list that bob looks at tells it.
                try browser.wait(pane: 1, for: "$('.conversation .last').innerText === 'alice: Hello' && !$('.chat')")
                try browser.tab(to: "one.getAttribute('aria-label') === 'Apps'", pane: 0)
                try browser.press(keys: "\u{E007}")
                // The first extension has the focus.
                try browser.wait(pane: 0, for: "document.activeElement === $('.tile')")
                try browser.tab(to: "one.matches('.tile') && one.textContent === 'Tally'", pane: 0)
                try browser.press(keys: "\u{E007}")
                try browser.wait(pane: 0, for: "$('.extension[data-state=view] .card')")
                // The drawer has gone: the person goes on from the view.
                try browser.wait(pane: 0, for: "$('.extension').contains(document.activeElement)")
                try browser.tab(to: "one.textContent === '+1'", pane: 0)
                for count in 1...2 {
                    try browser.press(keys: "\u{E007}")
                    try browser.wait(pane: 0, for: "$('.card').innerText.includes('\(count)')")
                }
                // The view that follows keeps the focus.
                #expect(try browser.run("return document.activeElement.textContent") as? String == "+1")
                try browser.tab(to: "one.textContent === 'Put it in the message'", pane: 0)
                try browser.press(keys: " ")
                try browser.wait(pane: 0, for: "$('.waiting .card-bubble')")
                try browser.tab(to: "one.matches('.send')", pane: 0)
                try browser.wait(pane: 0, for: "!$('.send').hasAttribute('data-held')")
                try browser.press(keys: "\u{E007}")
                try browser.wait(pane: 0, for: "$$('button.card-bubble').length === 1")
                // Bob hears of it, and opens it.
                try browser.openByKeys(pane: 1)
                try browser.wait(pane: 1, for: "$('button.card-bubble')")
                try browser.tab(to: "one.matches('button.card-bubble')", pane: 1)
                try browser.press(keys: "\u{E007}")
                try browser.wait(pane: 1, for: "$('.extension[data-state=view] .card')?.innerText.includes('2')")
                #expect(try browser.errors() == [])
            }
        }

        /// What arrives is said by the region that screen readers follow, once; a bubble is called by what its extension says of it.
        @Test func arrivalsAreSaid() async throws {
            try await Browser.onDevices([Samples.tally]) { browser, _ in
                #expect(try browser.run("return document.getElementById('arrivals').innerText") as? String == "")
                try browser.type("Are you there?\u{E007}", into: "textarea", pane: 1)
                try browser.wait(for: "document.getElementById('arrivals').textContent === 'bob: Are you there?'")
                let region =
                    "const { role, ariaLive } = document.getElementById('arrivals'); return [role, ariaLive, document.getElementById('arrivals').checkVisibility()]"
                let told = try browser.run(region) as? [Any]
                #expect(told?[0] as? String == "status" && told?[1] as? String == "polite" && told?[2] as? Bool == true)
                try browser.press("Apps", pane: 1)
                try browser.press("Tally", pane: 1)
                try browser.press("+1", pane: 1)
                try browser.press("Put it in the message", pane: 1)
                try browser.wait(pane: 1, for: "$('.waiting .card-bubble')")
                let staged = try browser.spoken(".waiting", pane: 1)
                #expect(staged.hasPrefix("group Message to send: ") && staged.contains("1"), "\(staged)")
                try browser.send(pane: 1)
                try browser.wait(pane: 0, for: "$('button.card-bubble')")
                let name = try browser.spoken("button.card-bubble", pane: 0)
                #expect(name.hasPrefix("button bob: ") && name.contains("1"), "\(name)")
                #expect(staged.dropFirst("group Message to send: ".count) == name.dropFirst("button bob: ".count))
                try browser.waitForArrivals(["bob: Are you there?", String(name.dropFirst("button ".count))])
            }
        }

        /// Each kind of row is called what it is; a message by the label of its extension, else by its caption (C-215).
        @Test(.proves("C-215")) func eachRowHasItsName() async throws {
            try await Browser.onDevices([]) { browser, page in
                let store = try Store(home: HomeFolder(path: page.home))
                let (alice, chat) = (try store.device(named: "alice").id, try store.conversation(named: "chat").id)
                let media = MediaStore(home: store.home)
                let picture = try media.save(try SampleFiles.bytes("palette.png"), name: "a.png", type: .png)
                let file = try media.save(Array("words".utf8), name: "notes.txt", type: .text)
                let origin = Origin(
                    extensionID: try #require(ExtensionID(rawValue: "org.example.missing")),
                    name: "Labels"
                )
                let messages = ["spoken", nil].map { label in
                    var layout = TemplateLayout()
                    layout.caption = MentionText(literal: "seen")
                    layout.subcaption = MentionText(literal: "below")
                    var message = InteractiveMessage(session: SessionID(), url: "?a", layout: layout)
                    message.accessibilityLabel = label.map { MentionText(literal: $0) }
                    return Item(sender: alice.ownPerson, content: .interactive(message), origin: origin)
                }
                let contents: [ItemContent] = [
                    .text("words"), .sticker(Sticker(file: picture, description: "a palette")),
                    .attachment(Attachment(file: file)), .attachment(Attachment(file: picture)),
                ]
                try store.handOver(try store.send(messages, in: chat, from: alice).envelope)
                try browser.waitForArrivals(["alice: [Labels] spoken", "alice: [Labels] seen"])
                let items = contents.map { Item(sender: alice.ownPerson, content: $0) }
                try store.handOver(try store.send(items, in: chat, from: alice).envelope)
                try browser.wait(pane: 1, for: "$$('.row').length === 6")
                let names = try [(0, "button"), (1, "button"), (3, "img"), (4, "a"), (5, "button"), (5, "a")].map {
                    try browser.spoken($1, pane: 1, row: $0)
                }
                #expect(
                    names == [
                        "button alice: [Labels] spoken", "button alice: [Labels] seen", "image a palette",
                        "link notes.txt text, 5 bytes",
                        "button Attachment: a.png", "link a.png png, 212 bytes",
                    ]
                )
                // The region has five at most.
                try browser.waitForArrivals([
                    "alice: [Labels] seen", "alice: words", "alice: sticker: a palette", "alice: attachment: notes.txt",
                    "alice: attachment: a.png",
                ])
            }
        }
    }
}

extension Browser {
    /// Opens the first conversation of the list.
    func openByKeys(pane: Int) throws {
        try tab(to: "one.matches('.conversation')", pane: pane)
        try press(keys: "\u{E007}")
        try wait(pane: pane, for: Self.isOpen)
    }

    /// Waits until the region that screen readers follow says this, and no more.
    fileprivate func waitForArrivals(_ words: [String]) throws {
        let said = "[...document.querySelectorAll('#arrivals p')].map((one) => one.textContent).join('|')"
        try wait(for: "\(said) === arguments[0]", words.joined(separator: "|"))
    }
}
