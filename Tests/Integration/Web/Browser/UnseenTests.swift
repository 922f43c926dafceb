import Foundation
import MayflyTestSupport
import Testing

extension BrowserTests {
    /// What is in the page, and was not on the screen, is not sent. The clock of the page stands still in these tests.
    @Suite struct Unseen {
        private static let keyEnter = "\u{E007}"

        /// A page that is busy shows nothing, however long it takes, and comes to what is pressed meanwhile later.
        @Test func aPressCountsFromWhatWasOnTheScreen() async throws {
            try await Browser.onPuppet("didPerformAction text not on the screen") { browser, _ in
                try browser.stopClock()
                try browser.click(".tile")
                try browser.wait(pane: 0, for: "$('.card-button')")
                try browser.run(
                    """
                    let count = 0
                    const frames = new Map()
                    window.requestAnimationFrame = (draw) => (frames.set(++count, draw), count)
                    window.cancelAnimationFrame = (number) => frames.delete(number)
                    window.showFrame = () => {
                      const now = [...frames.values()]
                      frames.clear()
                      for (const draw of now) draw(window.clock)
                    }
                    """
                )
                try browser.press("run")
                try browser.wait(pane: 0, for: "$('textarea').value === 'not on the screen' && !$('.send').disabled")
                try browser.run("window.clock += 60_000")
                #expect(try browser.sends() == false)
                try browser.run("window.clock += 60_000; window.showFrame(); window.showFrame(); window.clock += 600")
                // The person pressed before it was there.
                let isTaken = """
                    const [rows, trouble] = [() => document.querySelectorAll('.row').length, document.querySelector('.trouble')]
                    const done = arguments[arguments.length - 1]
                    trouble.hidden = true
                    const press = new MouseEvent('click', { bubbles: true, detail: 1 })
                    Object.defineProperty(press, 'timeStamp', { value: window.clock - 900 })
                    document.querySelector('.send').dispatchEvent(press)
                    const look = () => trouble.hidden && !rows() ? setTimeout(look, 20) : done(rows() > 0)
                    look()
                    """
                #expect(try browser.runAsync(isTaken) as? Bool == false)
                try browser.run("window.showFrame(); window.showFrame(); window.clock += 600")
                #expect(try browser.sends())
            }
        }

        /// However low the window is, the field has its place in it, and Send is pressed when all was in view.
        @Test(arguments: [[400, 640], [400, 560], [1_000, 300], [1_000, 260]]) func aLowWindowShowsAllThatIsSent(
            size: [Int]
        ) async throws {
            let script = """
                didPerformAction message url=?a|caption=Hi|subcaption=to bob
                didPerformAction text Nice weather, and see you at the shop. And one thing more: I will pay all of it, 5000 euro
                """
            try await Browser.onPuppet(script) { browser, _ in
                let metrics: [String: Any] = [
                    "width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": false,
                ]
                try browser.command("Emulation.setDeviceMetricsOverride", metrics)
                try browser.wait(for: "innerHeight === arguments[0]", size[1])
                try browser.runWithoutTime()
                try browser.wait(pane: 0, for: "$('.waiting') && $('textarea').value && !$('.send').disabled")
                try browser.run("document.querySelector('.send').scrollIntoView({ block: 'end' })")
                try browser.passTime(60_000)
                let state = """
                    const box = (name) => document.querySelector(name).getBoundingClientRect()
                    const [send, field, rest] = ['.send', '.field', '.rest'].map(box)
                    const at = (x, y) => document.elementFromPoint(x, y)
                    const scrolls = (name) => document.querySelector(name).scrollHeight > document.querySelector(name).clientHeight + 1
                    return [
                      field.bottom <= rest.bottom + 1 && field.top >= rest.top - 1,
                      Boolean(at(send.x + send.width / 2, send.y + send.height / 2)?.closest('.send')),
                      ['.box', '.staged', 'textarea'].some(scrolls),
                    ]
                    """
                let isSo = try #require(try browser.run(state) as? [Bool])
                #expect(isSo[0] && isSo[1])
                // There is no room for all of the message and the words.
                #expect(isSo[2])
                try browser.run("document.querySelector('textarea').focus({ preventScroll: true })")
                try browser.passTime(60_000)
                #expect(try browser.sends(by: Self.keyEnter) == false)
                let scroll = """
                    const done = arguments[arguments.length - 1]
                    const frames = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
                    const through = async (element, body) => {
                      for (let top = 0; ; top += Math.max(element.clientHeight / 2, 8)) {
                        element.scrollTop = top
                        await frames()
                        await body?.()
                        if (top >= element.scrollHeight - element.clientHeight) return
                      }
                    }
                    const [box, staged, text] = ['.box', '.staged', 'textarea'].map((name) => document.querySelector(name))
                    through(box, async () => { await through(staged); await through(text) }).then(() => done(true))
                    """
                #expect(try browser.runAsync(scroll) as? Bool == true)
                try browser.passTime(60_000)
                #expect(try browser.sends(by: Self.keyEnter))
                try browser.wait(pane: 1, for: "$('.words')?.innerText.endsWith('5000 euro')")
            }
        }

        @Test func aPictureIsSentWhenItWasDrawn() async throws {
            let script = """
                didPerformAction sticker first.png|a flower
                didPerformAction message image=second.jpg|caption=Hi
                """
            try await Browser.onPuppet { browser, _, folder in
                for (sample, name) in [("clear-half.png", "first.png"), ("grey.jpg", "second.jpg")] {
                    try Data(SampleFiles.bytes(sample)).write(to: URL(filePath: "\(folder.path)/\(name)"))
                }
                try folder.write(script)
                try browser.run(
                    """
                    // A picture is drawn when the test says so.
                    window.waiting = []
                    HTMLImageElement.prototype.decode = () => new Promise((resolve) => window.waiting.push(resolve))
                    """
                )
                try browser.runWithoutTime()
                try browser.wait(
                    pane: 0,
                    for:
                        "$$('.waiting').length === 2 && $$('.waiting img:not(.app-icon)').every((one) => one.naturalWidth)"
                )
                try browser.passTime(60_000)
                #expect(try browser.sends() == false)
                #expect(
                    try browser.value(pane: 0, of: "$('.trouble').innerText.includes('not drawn')") as? Bool == true
                )
                // This one cannot be drawn, and says so.
                try browser.run("document.querySelector('.waiting .thumb').dispatchEvent(new Event('error'))")
                try browser.wait(
                    pane: 0,
                    for: "$('.waiting .not-drawn')?.checkVisibility() && !$('.waiting .thumb:not(.not-drawn)')"
                )
                try browser.passTime(60_000)
                #expect(try browser.sends() == false)
                try browser.run("for (const draw of window.waiting) draw()")
                // It came just now.
                #expect(try browser.sends() == false)
                try browser.scrollThroughField(pane: 0)
                try browser.picture("unseen-pictures")
                try browser.passTime(600)
                try #require(try browser.sends() == false)
                #expect(
                    try browser.value(pane: 0, of: "$('.trouble').innerText.includes('cannot be drawn')") as? Bool
                        == true
                )
                try browser.run("document.querySelector('.waiting:has(.not-drawn) > .round').click()")
                try browser.wait(pane: 0, for: "!$('.waiting .not-drawn') && $$('.waiting').length === 1")
                try browser.wait(pane: 0, for: "$('.waiting img:not(.app-icon)').naturalWidth")
                try browser.run("for (const draw of window.waiting) draw()")
                try browser.scrollThroughField(pane: 0)
                try browser.passTime(600)
                let sends = try browser.sends()
                let told = try browser.value(pane: 0, of: "$('.trouble').innerText")
                #expect(sends, "\(told)")
            }
        }

        /// A draft has more than there is room for in what the host tells.
        @Test func whatIsOnlyCountedIsNotSent() async throws {
            try await Browser.onPuppet { browser, _, folder in
                try folder.write("didPerformAction attach a.txt|a.txt")
                try folder.write("words", to: "a.txt")
                try browser.run(
                    """
                    const { parse } = JSON
                    window.more = 3
                    JSON.parse = (text) => parse(text, (name, value) => name === 'media_count' && value ? value + window.more : value)
                    """
                )
                try browser.runWithoutTime()
                try browser.wait(pane: 0, for: "$('.staged').innerText.includes('and 3 more') && !$('.send').disabled")
                try browser.passTime(60_000)
                #expect(try browser.sends() == false)
                #expect(try browser.value(pane: 0, of: "$('.trouble').innerText.startsWith('3 more')") as? Bool == true)
                try browser.run("window.more = 0")
                try browser.press("run")
                try browser.wait(pane: 0, for: "$$('.waiting').length === 2 && !$('.send').disabled")
                try browser.passTime(60_000)
                #expect(try browser.sends())
            }
        }

        /// What a person types into a card goes to the field when the card goes away; the keys that end it send nothing.
        @Test func keysThatWereMeantForACardSendNothing() async throws {
            try await Browser.onPuppet { browser, _, folder in
                try folder.write("didPerformAction dismiss")
                try browser.runWithoutTime()
                try browser.wait(pane: 0, for: "$('.extension').hidden && document.activeElement === $('textarea')")
                try browser.press(keys: "secret")
                try browser.wait(pane: 0, for: "$('textarea').value === 'secret' && !$('.send').disabled")
                // Enter in the field, and a blank on the button behind it.
                for keys in [Self.keyEnter, "\u{E004} "] {
                    try browser.passTime(60_000)
                    #expect(try browser.sends(by: keys) == false)
                    #expect(
                        try browser.value(pane: 0, of: "$('.trouble').innerText.includes('by itself')") as? Bool == true
                    )
                }
                // The person goes back to it.
                try browser.click("textarea")
                try browser.passTime(60_000)
                #expect(try browser.sends(by: Self.keyEnter))
            }
        }

        /// Who writes there after a pause of two seconds has seen where the keyboard is.
        @Test(arguments: [1_900, 2_000]) func keysAfterAPauseAreMeantForTheField(pause: Int) async throws {
            try await Browser.onPuppet { browser, _, folder in
                try folder.write("didPerformAction dismiss")
                try browser.runWithoutTime()
                try browser.wait(pane: 0, for: "$('.extension').hidden && document.activeElement === $('textarea')")
                // The last keys for the card.
                try browser.passTime(500)
                try browser.press(keys: "se")
                try browser.passTime(pause)
                try browser.press(keys: "cret")
                try browser.wait(pane: 0, for: "$('textarea').value === 'secret' && !$('.send').disabled")
                try browser.passTime(60_000)
                #expect(try browser.sends(by: Self.keyEnter) == (pause >= 2_000))
            }
        }

        /// A sticker that is being placed by keys lies over everything.
        @Test func nothingIsSentUnderASticker() async throws {
            try await Browser.onDevices([Samples.smileys]) { browser, _ in
                try browser.stopClock()
                try browser.type("Look", into: "textarea")
                try browser.wait(pane: 0, for: "!$('.send').disabled")
                try browser.passTime(60_000)
                #expect(try browser.sends())
                try browser.press("Apps")
                try browser.press("Smileys")
                try browser.wait(for: "document.querySelector('.sticker-button img')?.naturalWidth > 0")
                try browser.type("again", into: "textarea")
                try browser.wait(pane: 0, for: "!$('.send').disabled")
                try browser.run("document.querySelector('.sticker-button').focus()")
                try browser.press(keys: "p")
                try browser.wait(for: "document.querySelector('.flying')")
                try browser.passTime(60_000)
                #expect(try browser.sends() == false)
                try browser.press(keys: "\u{E00C}")
                try browser.wait(for: "!document.querySelector('.flying')")
                #expect(try browser.sends() == false)
                try browser.passTime(600)
                #expect(try browser.sends())
            }
        }

        /// Somebody presses the same place again and again, not fast, and Send comes there.
        @Test func aSlowRowOfPressesDoesNotReachSend() async throws {
            try await Browser.onPuppet { browser, _, folder in
                try folder.write("didPerformAction text not meant")
                try browser.runWithoutTime()
                try browser.wait(pane: 0, for: "$('textarea').value === 'not meant' && !$('.send').disabled")
                try browser.passTime(60_000)
                try browser.pressPlace(of: ".send", asIf: "closed")
                try browser.run("document.querySelector('.extension [aria-label=Close]').click()")
                try browser.wait(pane: 0, for: "$('.extension').hidden")
                for _ in 0..<3 {
                    try browser.passTime(900)
                    #expect(try browser.sends() == false)
                }
                // The page has given the field the focus, and a press of the test is one of a key.
                try browser.run("document.querySelector('.box').dispatchEvent(new PointerEvent('pointerdown'))")
                try browser.passTime(2_100)
                #expect(try browser.sends())
            }
        }
    }
}

extension Browser {
    /// Presses the place where an element is, or would be with the extension closed or in another style, and nothing happens by that.
    func pressPlace(of selector: String, asIf state: String? = nil) throws {
        let script = """
            const area = document.querySelector('.extension')
            const [isHidden, style] = [area.hidden, area.dataset.style]
            if (arguments[1] === 'closed') area.hidden = true
            else if (arguments[1]) area.dataset.style = arguments[1]
            const { x, y, width, height } = document.querySelector(arguments[0]).getBoundingClientRect()
            area.hidden = isHidden
            if (arguments[1]) area.dataset.style = style
            document.body.dispatchEvent(new PointerEvent('pointerdown', { clientX: x + width / 2, clientY: y + height / 2, bubbles: true }))
            """
        try run(script, selector, state ?? NSNull())
    }
}
