import Foundation
import MayflyTestSupport
import Testing

extension BrowserTests {
    /// The compact view: what is pressed there is in view, what is below its edge is hinted at, and so are its neighbours.
    @Suite struct Compact {
        private static let poll = Samples.folder + "/BurgerPoll.mayfly"

        /// Screens of a desk and of phones.
        private static let screens = [(1_100, 860), (390, 800), (360, 640)]

        /// Everything that Burger Poll offers is in view at once, before the poll and in it.
        @Test(arguments: screens) func whatIsPressedIsInView(width: Int, height: Int) async throws {
            try await ServedPage.with(bundles: [Self.poll]) { page, _ in
                let browser = try Self.open("Burger Poll", of: page, until: "Ask the others", width, height)
                try Self.checkThatButtonsAreInView(browser, count: 4)
                try browser.picture("burger-compact-\(width)")
                try browser.press("Veggie")
                try browser.wait(pane: 0, for: "$('.card').innerText.includes('Your vote for Veggie waits')")
                try Self.checkThatButtonsAreInView(browser, count: 3)
                try browser.picture("burger-waiting-\(width)")
                try browser.send(pane: 0)
                try browser.wait(pane: 0, for: "$('.card').innerText.includes('Veggie 1')")
                try Self.checkThatButtonsAreInView(browser, count: 3)
                try browser.picture("burger-voted-\(width)")
                #expect(try browser.errors() == [])
            }
        }

        /// So is what Tally offers: a field that cannot be typed into there takes one line.
        @Test(arguments: screens) func aFieldLeavesRoomForButtons(width: Int, height: Int) async throws {
            try await ServedPage.with(bundles: [Samples.tally]) { page, _ in
                let browser = try Self.open("Tally", of: page, until: "Put it in the message", width, height)
                try Self.checkThatButtonsAreInView(browser, count: 3)
                try browser.picture("tally-compact-\(width)")
                let field = try browser.value(
                    pane: 0,
                    of: "[$('.card input').placeholder, $('.card input').readOnly + '']"
                )
                #expect(field as? [String] == ["Press to write", "true"])
                try browser.click(".card input")
                try browser.wait(
                    pane: 0,
                    for: "$('.extension').dataset.style === 'expanded' && $('.card input').placeholder === ''"
                )
                #expect(try browser.errors() == [])
            }
        }

        /// A browser in which that extension shows those words.
        private static func open(_ app: String, of page: ServedPage, until words: String, _ width: Int, _ height: Int)
            throws
            -> Browser
        {
            let browser = try Browser.on(page, width: width, height: height)
            try browser.press("Apps")
            try browser.press(app)
            try browser.wait(pane: 0, for: "$('.card')?.innerText.includes(given[0])", words)
            return browser
        }

        private static func checkThatButtonsAreInView(_ browser: Browser, count: Int) throws {
            // The place grows to its height.
            try browser.wait(for: "document.getAnimations().length === 0")
            let shown = """
                const edge = document.querySelector('.extension-body').getBoundingClientRect()
                return [...document.querySelectorAll('.card button')].filter((one) => {
                  const box = one.getBoundingClientRect()
                  return box.top >= edge.top && box.bottom <= edge.bottom && box.right <= edge.right
                }).length
                """
            #expect(try browser.run(shown) as? Int == count)
        }

        /// Where there is more below the edge of a view, a sign says so until it is in view.
        @Test func moreBelowTheEdgeIsHintedAt() async throws {
            try await ServedPage.with(bundles: [Samples.tally]) { page, _ in
                let browser = try Browser.on(page, width: 390, height: 480)
                try browser.press("Apps")
                try browser.press("Tally")
                try browser.wait(pane: 0, for: "$('.extension[data-state=view] .card')")
                try browser.wait(pane: 0, for: "$('.extension').hasAttribute('data-more')")
                let look = "return getComputedStyle(document.querySelector('.extension'), '::after').content"
                #expect(try browser.run(look) as? String == "\"\"")
                try browser.picture("compact-more")
                try browser.run(
                    "const body = document.querySelector('.extension-body'); body.scrollTop = body.scrollHeight"
                )
                try browser.wait(pane: 0, for: "!$('.extension').hasAttribute('data-more')")
                #expect(try browser.run(look) as? String == "none")
                try browser.click(".grabber")
                try browser.wait(
                    pane: 0,
                    for: "$('.extension').dataset.style === 'expanded' && !$('.extension').hasAttribute('data-more')"
                )
            }
        }

        /// The neighbours that a swipe goes to are named beside the grabber, and a press on them goes there; the first one has none before
        /// it, and an extension that gets swipes itself has none.
        @Test func theNeighboursAreNamed() async throws {
            try await Browser.onDevices([Samples.tally, Samples.iceCream]) { browser, _ in
                try browser.press("Apps")
                try browser.wait(pane: 0, for: "$$('.tile').length >= 3")
                let names = try #require(
                    try browser.value(pane: 0, of: "$$('.tile').map((one) => one.textContent)") as? [String]
                )
                try #require(names.count >= 3)
                try browser.press(names[0])
                let beside =
                    "[$('.before'), $('.after')].map((one) => one.checkVisibility() ? one.ariaLabel : '').join('|')"
                try browser.wait(pane: 0, for: "\(beside) === given[0]", "|Next app: \(names[1])")
                try browser.picture("neighbours")
                try browser.press("Next app")
                let both = "Previous app: \(names[0])|Next app: \(names[2])"
                try browser.wait(pane: 0, for: "$('.app').textContent === given[0]", names[1])
                try browser.wait(pane: 0, for: "\(beside) === given[0]", both)
                // The keyboard goes on from there.
                try browser.wait(pane: 0, for: "document.activeElement === $('.after')")
                try browser.run("document.querySelector('.before').focus()")
                try browser.press(keys: "\u{E007}")
                try browser.wait(pane: 0, for: "$('.app').textContent === given[0]", names[0])
                // The button has gone with the neighbour.
                try browser.wait(pane: 0, for: "document.activeElement === $('.grabber')")
                try browser.press(keys: "\u{E013}")
                try browser.wait(pane: 0, for: "$('.extension').dataset.style === 'expanded' && \(beside) === '|'")
            }
        }
    }
}

extension Browser {
    /// A browser of that size with the first conversation of a page.
    static func on(_ page: ServedPage, width: Int, height: Int) throws -> Browser {
        let browser = try Browser(width: width, height: height)
        let screen: [String: Any] = ["width": width, "height": height, "deviceScaleFactor": 2, "mobile": width < 500]
        try browser.command("Emulation.setDeviceMetricsOverride", screen)
        try browser.open(page.address)
        try browser.click(".conversation")
        try browser.wait(pane: 0, for: isOpen)
        return browser
    }
}
