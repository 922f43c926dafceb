import Foundation
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
                try browser.send(pane: 1)
                try browser.wait(pane: 0, for: "$('button.card-bubble')")
                let name = try #require(
                    try browser.value(pane: 0, of: "$('button.card-bubble').getAttribute('aria-label')") as? String
                )
                #expect(name.hasPrefix("bob: ") && name.contains("1"), "\(name)")
                try browser.wait(
                    for:
                        "[...document.querySelectorAll('#arrivals p')].map((one) => one.textContent).join('|') === 'bob: Are you there?|' + arguments[0]",
                    name
                )
            }
        }
    }
}

extension Browser {
    /// Opens the first conversation of the list.
    fileprivate func openByKeys(pane: Int) throws {
        try tab(to: "one.matches('.conversation')", pane: pane)
        try press(keys: "\u{E007}")
        try wait(pane: pane, for: Self.isOpen)
    }

    /// Presses Tab until the focus is on what a condition on `one` means, in the pane of that number.
    fileprivate func tab(to condition: String, pane: Int) throws {
        let isThere = """
            const one = document.activeElement
            return one.closest('.pane') === document.querySelectorAll('.pane')[\(pane)] && Boolean(\(condition))
            """
        var seen: [String] = []
        for _ in 0..<60 {
            try press(keys: "\u{E004}")
            seen.append(try run("return document.activeElement.outerHTML.slice(0, 60)") as? String ?? "")
            if try run(isThere) as? Bool == true {
                // What has the focus can be seen.
                #expect(
                    try run(
                        "return document.activeElement.checkVisibility() && document.activeElement.matches(':focus-visible')"
                    ) as? Bool == true
                )
                return
            }
        }
        Issue.record("the Tab key does not reach \(condition), but \(seen)")
    }
}
