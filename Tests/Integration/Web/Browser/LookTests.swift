import Foundation
import MayflyConformance
import Testing

extension BrowserTests {
    /// How the page looks: its parts, its widths, and what a person prefers.
    @Suite struct Looks {
        @Test(.proves("C-071"), .proves("C-075"), .proves("C-076")) func compactIsAQuarterAndExpandedIsAll()
            async throws
        {
            try await Browser.onDevices([Samples.tally]) { browser, _ in
                try browser.press("Apps")
                try browser.press("Tally")
                try browser.wait(for: "document.querySelector('.extension[data-state=view] .card')")
                let part = """
                    const box = (name) => document.querySelector(name).getBoundingClientRect()
                    const [all, part] = [box('.chat'), box('.extension')]
                    return [part.height / all.height, all.bottom - part.bottom, part.width / all.width]
                    """
                let compact = try #require(try browser.run(part) as? [Double])
                #expect(abs(compact[0] - 0.25) < 0.01 && abs(compact[1]) < 1 && compact[2] == 1)
                #expect(
                    try browser.run(
                        "return document.querySelector('.field').checkVisibility() && !document.querySelector('.rest').inert"
                    ) as? Bool == true
                )
                // Nothing lies over the field.
                let send =
                    "const box = document.querySelector('.send').getBoundingClientRect(); return document.elementFromPoint(box.x + 5, box.y + 5).closest('.field') !== null"
                #expect(try browser.run(send) as? Bool == true)
                try browser.click(".grabber")
                try browser.wait(for: "document.querySelector('.extension').dataset.style === 'expanded'")
                try browser.wait(
                    for:
                        "document.querySelector('.extension').getBoundingClientRect().height / document.querySelector('.chat').getBoundingClientRect().height > .99"
                )
                #expect(try browser.run("return document.querySelector('.rest').inert") as? Bool == true)
                let onTop = try browser.run(
                    "const box = document.querySelector('.send').getBoundingClientRect(); return document.elementFromPoint(box.x + 5, box.y + 5).closest('.extension') !== null"
                )
                #expect(onTop as? Bool == true)
                // The keyboard changes it back.
                try browser.run("document.querySelector('.grabber').focus()")
                try browser.press(keys: "\u{E015}")
                try browser.wait(for: "document.querySelector('.extension').dataset.style === 'compact'")
            }
        }

        /// A page of another width, colour, direction or motion has nothing that does not fit.
        @Test(arguments: ["dark", "phone", "right-to-left", "calm"]) func theOtherFacesAreDrawn(face: String)
            async throws
        {
            try await ServedPage.with(bundles: [Samples.tally, Samples.smileys]) { page, _ in
                let options = face == "right-to-left" ? ["--accept-lang=ar"] : []
                let browser = try Browser(width: 1_000, height: 800, options)
                if face == "phone" {
                    let phone: [String: Any] = ["width": 360, "height": 740, "deviceScaleFactor": 3, "mobile": true]
                    try browser.command("Emulation.setDeviceMetricsOverride", phone)
                }
                if face == "dark" { try browser.prefer(["prefers-color-scheme": "dark"]) }
                if face == "calm" { try browser.prefer(["prefers-reduced-motion": "reduce"]) }
                try browser.open(page.address)
                try browser.click(".conversation")
                try browser.wait(pane: 0, for: Browser.isOpen)
                try browser.type("مرحبا\u{E007}", into: "textarea")
                try browser.wait(pane: 0, for: "$('.own .words')")
                let seen = try #require(
                    try browser.run(
                        """
                        const box = (name) => document.querySelector(name).getBoundingClientRect()
                        const motion = getComputedStyle(document.querySelector('.extension')).transitionDuration
                        return {
                          background: getComputedStyle(document.querySelector('.chat')).backgroundColor,
                          overflow: document.documentElement.scrollWidth - innerWidth,
                          hasList: document.querySelector('.list').checkVisibility(),
                          ownIsAtTheRight: box('.own .words').right > box('.transcript').left + box('.transcript').width * .7,
                          listIsAtTheLeft: box('.list').left < box('.transcript').left,
                          sendIsAtTheRight: box('.send').left > box('textarea').right,
                          words: getComputedStyle(document.querySelector('.own .words')).direction,
                          moves: motion !== '0s',
                        }
                        """
                    ) as? [String: Any]
                )
                #expect(seen["background"] as? String == (face == "dark" ? "rgb(22, 24, 29)" : "rgb(255, 255, 255)"))
                #expect(seen["overflow"] as? Int == 0)
                // A wide page has the list beside the conversation.
                #expect(seen["hasList"] as? Bool == (face != "phone"))
                #expect(seen["ownIsAtTheRight"] as? Bool == (face != "right-to-left"))
                #expect(seen["sendIsAtTheRight"] as? Bool == (face != "right-to-left"))
                if face != "phone" { #expect(seen["listIsAtTheLeft"] as? Bool == (face != "right-to-left")) }
                // A text has its own direction.
                #expect(seen["words"] as? String == "rtl")
                #expect(seen["moves"] as? Bool == (face != "calm"))
                // Nothing that a person uses is cut off, also with the drawer open and a view in it.
                try Self.checkThatAllFits(browser)
                try browser.press("Apps")
                try browser.wait(pane: 0, for: "$('.tile')")
                try Self.checkThatAllFits(browser)
                try browser.press("Tally")
                try browser.wait(pane: 0, for: "$('.extension[data-state=view] .card')")
                try Self.checkThatAllFits(browser)
                try browser.picture(face)
                if face == "phone" || face == "right-to-left" { try browser.judge(face) }
                if face == "phone" { try Self.checkThatAFingerSwipes(browser) }
                #expect(try browser.errors() == [])
            }
        }

        /// A finger that moves aside over the bar goes to the extension before: this one is the last.
        private static func checkThatAFingerSwipes(_ browser: Browser) throws {
            let name = try browser.value(pane: 0, of: "$('.app').textContent") as? String
            let bar = "(({ x, y, height }) => [x + 60, y + height / 2])($('.extension-bar').getBoundingClientRect())"
            let place = try #require(try browser.value(pane: 0, of: bar) as? [Double])
            try browser.drag(
                from: (Int(place[0]), Int(place[1])),
                to: (Int(place[0]) + 120, Int(place[1])),
                with: "touch"
            )
            try browser.wait(
                pane: 0,
                for: "$('.extension[data-state=view]') && !['', given[0]].includes($('.app').textContent)",
                name ?? ""
            )
        }

        private static func checkThatAllFits(_ browser: Browser) throws {
            let cut = """
                const pane = document.querySelector('.pane').getBoundingClientRect()
                return [...document.querySelectorAll('.pane button, .pane textarea, .pane .bubble')].filter((one) => one.checkVisibility()).filter((one) => {
                  const box = one.getBoundingClientRect()
                  return box.left < pane.left - 1 || box.right > pane.right + 1
                }).map((one) => one.outerHTML.slice(0, 80))
                """
            #expect(try browser.run(cut) as? [String] == [])
        }
    }
}
