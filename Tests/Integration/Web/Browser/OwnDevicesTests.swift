import Foundation
import MayflyConformance
import MayflyTestSupport
import Testing

extension BrowserTests {
    /// A person with a phone and a watch: hand-off, and the stickers that they used last.
    @Suite struct OwnDevices {
        /// Alice taps a message of bob on her watch, and continues on her phone.
        @Test(.proves("C-254")) func thePhoneContinuesFromTheWatch() async throws {
            try await Self.withWatch([Samples.tally]) { browser, _ in
                let (phone, watch) = (0, 1)
                try browser.sendTally(pane: 2)
                try browser.tap("1", pane: watch)
                try browser.wait(pane: watch, for: "$('.handed').innerText === 'Offered to alice'")
                // No extension opens there, and none seems to.
                try browser.wait(pane: watch, for: "$('.extension').hidden")
                let sentence = "$('.hand-off-sentence')?.checkVisibility() && $('.hand-off-sentence').innerText"
                try browser.wait(pane: phone, for: "(\(sentence)).startsWith('Continue from watch: bob: [Tally] ')")
                let spoken = try browser.value(pane: phone, of: sentence) as? String
                try browser.waitFor(arrival: try #require(spoken))
                try browser.waitFor(arrival: "Offered to alice")
                try browser.judge("hand-off")
                try browser.press("Continue")
                try browser.wait(
                    pane: phone,
                    for: "$('.extension[data-state=view] .card') && $('.extension').dataset.style === 'expanded'"
                )
                try browser.wait(pane: phone, for: "$('.hand-off').hidden && $('.card').innerText.includes('1')")
                try browser.wait(pane: watch, for: "$('.handed').innerText === 'Continued on alice'")
                try browser.waitFor(arrival: "Continued on alice")
                // The person is in the extension.
                try browser.wait(pane: phone, for: "$('.extension').contains(document.activeElement)")
                try browser.judge("handed-off")
            }
        }

        /// The phone shows its list: Continue leads to the conversation, by keys too.
        @Test func continueOpensTheConversation() async throws {
            try await Self.withWatch([Samples.tally]) { browser, _ in
                try browser.sendTally(pane: 2)
                try browser.tap("1", pane: 1)
                try browser.wait(pane: 0, for: "!$('.hand-off').hidden")
                try browser.press("Back")
                try browser.wait(pane: 0, for: "!$('.chat') && $('.conversation').checkVisibility()")
                let sentence = try browser.value(pane: 0, of: "$('.hand-off-sentence').innerText") as? String
                #expect(sentence?.hasPrefix("Continue from watch: bob: [Tally] ") == true, "\(sentence ?? "")")
                try browser.judge("hand-off-list")
                try browser.tab(to: "one.innerText === 'Continue'", pane: 0)
                try browser.press(keys: "\u{E007}")
                try browser.wait(pane: 0, for: "$('.extension[data-state=view] .card') && $('.hand-off').hidden")
                try browser.wait(pane: 1, for: "$('.handed').innerText === 'Continued on alice'")
            }
        }

        /// What the person leaves is not shown again, until they tap another message.
        @Test func aMessageIsLeft() async throws {
            try await Self.withWatch([Samples.tally]) { browser, page in
                try browser.sendTally(pane: 2)
                try browser.tap("1", pane: 1)
                try browser.tab(to: "one.innerText === 'Not now'", pane: 0)
                try browser.press(keys: "\u{E007}")
                try browser.wait(pane: 0, for: "$('.hand-off').hidden && document.activeElement === $('.transcript')")
                // Another change is shown, and the offer is still there, but not its banner.
                try browser.type("News", into: "textarea", pane: 2)
                try browser.send(pane: 2)
                try browser.wait(
                    pane: 0,
                    for: "$$('.conversation .last').some((one) => one.textContent.includes('News'))"
                )
                let offers = try PageClient(page).call("handOffs.list", ["device": "alice"])["handOffs"] as? [Any]
                #expect(offers?.count == 1)
                #expect(try browser.value(pane: 0, of: "$('.hand-off').hidden") as? Bool == true)
                try browser.press("+1", pane: 2)
                try browser.press("Put it in the message", pane: 2)
                try browser.wait(pane: 2, for: "$('.waiting .card-bubble')")
                try browser.send(pane: 2)
                try browser.tap("2", pane: 1)
                try browser.wait(
                    pane: 0,
                    for: "!$('.hand-off').hidden && $('.hand-off-sentence').innerText.includes('2')"
                )
            }
        }

        @Test(.proves("C-254")) func theWatchSaysThatNoPhoneIsOpen() async throws {
            try await Self.withWatch([Samples.tally]) { browser, _ in
                try browser.sendTally(pane: 2)
                try browser.wait(pane: 1, for: "$('button.card-bubble')")
                try browser.press("Back")
                try browser.wait(pane: 0, for: "!$('.chat')")
                try browser.tap("1", pane: 1)
                let sentence = "no full device of 'alice' is open to continue on (alice)"
                try browser.wait(
                    pane: 1,
                    for: "$('.trouble[role=alert]').checkVisibility() && $('.trouble').innerText.includes(given[0])",
                    sentence
                )
                #expect(
                    try browser.value(pane: 1, of: "$('.handed').hidden && $('.extension').hidden") as? Bool == true
                )
                #expect(try browser.value(pane: 0, of: "$('.hand-off').hidden") as? Bool == true)
                try browser.judge("hand-off-refused")
            }
        }

        /// A sticker that alice has sent on her phone is sent from her watch.
        @Test(.proves("C-013")) func aWatchSendsWhatThePhoneSent() async throws {
            try await Self.withWatch([Samples.smileys]) { browser, _ in
                let watch = 1
                try browser.press("Apps", pane: watch)
                try browser.wait(pane: watch, for: "$('.recent-stickers .note').innerText.startsWith('No sticker yet')")
                try browser.press("Apps")
                try browser.press("Smileys")
                try browser.sendSticker(0)
                // The drawer of the watch is open: it shows what was sent just now.
                try browser.wait(
                    pane: watch,
                    for: "$('.recent img')?.naturalWidth > 0 && !$('.recent-stickers .note').checkVisibility()"
                )
                let inDrawer =
                    "$$('.extension-body button').map((one) => one.getAttribute('aria-label') ?? one.innerText).join()"
                #expect(try browser.value(pane: watch, of: inDrawer) as? String == "[Smileys] A smiling face")
                try browser.judge("recents")
                try browser.tab(to: "one.matches('.recent')", pane: watch)
                try browser.press(keys: "\u{E007}")
                try browser.wait(pane: watch, for: "$('.waiting img')?.naturalWidth > 0")
                try browser.send(pane: watch)
                try browser.wait(pane: 2, for: "$$('.row.sticker .sticker-picture').length === 2")
                let names = "$$('.sticker-picture').map((one) => one.alt).join()"
                #expect(try browser.value(pane: 2, of: names) as? String == "A smiling face,A smiling face")
            }
        }

        /// The newest is first, two rows are shown, and the others are scrolled to.
        @Test func theNewestStickersAreFirst() async throws {
            try await Self.withWatch([Samples.smileys]) { browser, _ in
                try browser.press("Apps")
                try browser.press("Smileys")
                for number in 0..<9 { try browser.sendSticker(number) }
                try browser.click(".extension [aria-label=Close]")
                try browser.wait(pane: 0, for: "$('.extension').hidden")
                try browser.press("Apps")
                try browser.wait(pane: 0, for: "$('.tile') && $$('.recent').length === 9")
                let names = "$$('.recent').map((one) => one.getAttribute('aria-label'))"
                let all = try #require(try browser.value(pane: 0, of: names) as? [String])
                #expect(all.first?.hasPrefix("[Smileys] ") == true && all.last == "[Smileys] A smiling face", "\(all)")
                let shown = """
                    (() => {
                      const box = $('.recents').getBoundingClientRect()
                      const tops = $$('.recent').filter((one) => one.getBoundingClientRect().top < box.bottom - 1)
                      return [new Set(tops.map((one) => one.getBoundingClientRect().top)).size, $('.recents').scrollHeight > box.height + 1 ? 1 : 0]
                    })()
                    """
                #expect(try browser.value(pane: 0, of: shown) as? [Int] == [2, 1])
                try browser.judge("recents-on-the-phone")
                // The last one is scrolled to, put into the field, and first from then on.
                try browser.click("li:last-child > .recent")
                try browser.send(pane: 0)
                try browser.wait(pane: 0, for: "$('.recent').getAttribute('aria-label') === '[Smileys] A smiling face'")
            }
        }

        /// Alice's phone, her watch, and bob, side by side in their conversation.
        private static func withWatch(
            _ bundles: [String],
            _ body: @Sendable (Browser, ServedPage) async throws -> Void
        ) async throws {
            try await Tool.with(bundles: bundles) { tool in
                let maker = try HostClient.inChat(tool)
                try maker.call("devices.create", ["name": "watch", "of": "alice", "profile": "watch"])
                try maker.closeInput()
                try maker.finish()
                let page = try ServedPage(tool, ["--side-by-side", "alice,watch,bob"])
                let browser = try Browser(width: 1_200, height: 860)
                try browser.open(page.address)
                for pane in 0..<3 { try browser.click(".conversation", pane: pane) }
                for pane in 0..<3 { try browser.wait(pane: pane, for: Browser.isOpen) }
                try await body(browser, page)
                #expect(try browser.errors() == [])
                page.signal(SIGTERM)
                #expect(page.finish() == 0)
            }
        }
    }
}

extension Browser {
    /// Sends a message of Tally that counts one.
    fileprivate func sendTally(pane: Int) throws {
        try press("Apps", pane: pane)
        try press("Tally", pane: pane)
        try press("+1", pane: pane)
        try press("Put it in the message", pane: pane)
        try wait(pane: pane, for: "$('.waiting .card-bubble')")
        try send(pane: pane)
    }

    /// Sends the sticker of that number in the browser, from 0, on the first device.
    fileprivate func sendSticker(_ number: Int) throws {
        try wait(pane: 0, for: "$$('.sticker-button')[given[0]]", number)
        try click(".cell:nth-child(\(number + 1)) .sticker-button")
        try wait(pane: 0, for: "$('.waiting img')?.naturalWidth > 0")
        try send(pane: 0)
    }

    /// Waits until the region that screen readers follow has this among what it says.
    fileprivate func waitFor(arrival words: String) throws {
        try wait(
            for: "[...document.querySelectorAll('#arrivals p')].some((one) => one.textContent === arguments[0])",
            words
        )
    }
}
