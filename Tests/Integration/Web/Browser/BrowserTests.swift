import Foundation
import MayflyConformance
import Testing

/// The page in a real browser, as people see it.
@Suite(
    .serialized,
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/chromedriver"), "chromium-driver is missing")
)
struct BrowserTests {
    /// Serves the demo's people side by side, and opens their first conversation on both devices.
    private static func onTwoDevices(
        _ bundles: [String],
        _ options: [String] = [],
        _ body: @Sendable (Browser, ServedPage) async throws -> Void
    ) async throws {
        try await ServedPage.with(bundles: bundles, ["--side-by-side", "alice,bob"]) { page, _ in
            let browser = try Browser(options)
            try browser.open(page.address)
            for pane in 0...1 { try browser.click(".conversation", pane: pane) }
            for pane in 0...1 {
                try browser.wait(for: "document.querySelectorAll('.pane')[arguments[0]].querySelector('.field')", pane)
            }
            try await body(browser, page)
            let errors = try browser.errors()
            #expect(errors.isEmpty, "\(errors)")
        }
    }

    /// How many colours a picture of the page has, at 16 by 16 points of it: a blank one has one.
    private static func colours(_ browser: Browser, _ selector: String, pane: Int) throws -> Int {
        let script = """
            const image = document.querySelectorAll('.pane')[arguments[1]].querySelector(arguments[0])
            if (!image.complete || !image.naturalWidth) return 0
            const canvas = document.createElement('canvas')
            canvas.width = canvas.height = 16
            const context = canvas.getContext('2d')
            context.drawImage(image, 0, 0, 16, 16)
            const { data } = context.getImageData(0, 0, 16, 16)
            return new Set(Array.from({ length: 256 }, (_, index) => data.slice(index * 4, index * 4 + 4).join())).size
            """
        return try browser.run(script, selector, pane) as? Int ?? 0
    }

    @Test func anIceCreamIsBuiltTogether() async throws {
        try await Self.onTwoDevices([Samples.iceCream]) { browser, _ in
            try browser.press("Apps")
            try browser.press("Ice Cream Builder")
            try browser.press("New ice cream")
            // The pictures of the card are those of the bundle.
            try browser.wait(for: "document.querySelector('.card img')?.naturalWidth > 0")
            #expect(try Self.colours(browser, ".card img", pane: 0) > 5)
            try browser.picture("ice-cream-expanded")
            try browser.press("Cone")
            try browser.wait(for: "document.querySelector('.waiting .card-bubble img')?.naturalWidth > 0")
            try Self.send(browser, pane: 0)
            let bubble = "button.card-bubble img.shown"
            try browser.wait(for: "document.querySelectorAll('.pane')[1].querySelector('\(bubble)')?.naturalWidth > 0")
            #expect(try Self.colours(browser, bubble, pane: 1) > 5)
            let caption = try browser.run(
                "return document.querySelectorAll('.pane')[1].querySelector('button.card-bubble .caption').innerText"
            )
            #expect(caption as? String == "Let's build an ice cream")
            // Bob taps it, adds a scoop and sends it back.
            try browser.click("button.card-bubble", pane: 1)
            try browser.press("Vanilla", pane: 1)
            try browser.wait(for: "document.querySelectorAll('.pane')[1].querySelector('.waiting .card-bubble')")
            try Self.send(browser, pane: 1)
            try browser.wait(for: "document.querySelector('.pane .summary')")
            try browser.picture("ice-cream-two-devices")
        }
    }

    /// Sends what is staged, when it has been there long enough to be seen.
    private static func send(_ browser: Browser, pane: Int) throws {
        let rows = "document.querySelectorAll('.pane')[arguments[0]].querySelectorAll('.row').length"
        let before = try browser.run("return \(rows)", pane) as? Int ?? 0
        // Send is refused for half a second after a change by the extension, and then says so.
        let sent =
            "(\(rows) > arguments[1] || !document.querySelectorAll('.pane')[arguments[0]].querySelector('.waiting'))"
        let script = "(document.querySelectorAll('.pane')[arguments[0]].querySelector('.send').click(), \(sent))"
        try browser.wait(for: script, pane, before)
    }

    @Test(.proves("C-071"), .proves("C-075"), .proves("C-076")) func compactIsAQuarterAndExpandedIsAll() async throws {
        try await Self.onTwoDevices([Samples.tally]) { browser, _ in
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

    @Test(.proves("C-236")) func stickersArePeeledByMouseAndByKeyboard() async throws {
        try await Self.onTwoDevices([Samples.smileys]) { browser, _ in
            try browser.type("Look\u{E007}", into: "textarea")
            try browser.wait(for: "document.querySelectorAll('.pane')[1].querySelector('.words')?.innerText === 'Look'")
            try browser.press("Apps")
            try browser.press("Smileys")
            try browser.wait(for: "document.querySelector('.sticker-button img')?.naturalWidth > 0")
            #expect(try Self.colours(browser, ".sticker-button img", pane: 0) > 5)
            let points = try #require(
                try browser.run(
                    """
                    const middle = (name) => { const box = document.querySelector(name).getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2] }
                    return [...middle('.sticker-button'), ...middle('.body')].map(Math.round)
                    """
                ) as? [Int]
            )
            try browser.drag(from: (points[0], points[1]), to: (points[2], points[3]))
            try browser.wait(for: "document.querySelectorAll('.pane')[1].querySelector('.peeled')?.naturalWidth > 0")
            #expect(try Self.colours(browser, ".peeled", pane: 1) > 5)
            // It lies where it was dropped, and the tap that a drag ends with put none into the field.
            let place = try #require(
                try browser.run(
                    """
                    const middle = (one) => { const box = one.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2] }
                    const [sticker, body] = [middle(document.querySelector('.peeled')), middle(document.querySelector('.body'))]
                    return [sticker[0] - body[0], sticker[1] - body[1]]
                    """
                ) as? [Double]
            )
            #expect(abs(place[0]) < 3 && abs(place[1]) < 3)
            #expect(try browser.run("return document.querySelector('.waiting') === null") as? Bool == true)
            // A tap puts one there.
            try browser.click(".sticker-button")
            try browser.wait(for: "document.querySelector('.waiting img')?.naturalWidth > 0")
            // The keyboard: P, the bubble, a place on it, there.
            try browser.run("document.querySelectorAll('.sticker-button')[1].focus()")
            try browser.press(keys: "p\u{E007}\u{E014}\u{E014}+r\u{E007}")
            try browser.wait(for: "document.querySelectorAll('.pane')[1].querySelectorAll('.peeled').length === 2")
            try browser.picture("stickers")
        }
    }

    @Test func aCrashIsOneSentenceWithAWayOn() async throws {
        try await Self.onTwoDevices([Samples.tally]) { browser, page in
            try browser.press("Apps")
            try browser.press("Tally")
            try browser.wait(for: "document.querySelector('.extension[data-state=view] .card')")
            let client = try PageClient(page)
            let workers = try #require(try client.call("workers.list")["workers"] as? [[String: Any]])
            kill(Int32(try #require(workers.first?["pid"] as? Int)), SIGKILL)
            try browser.wait(for: "document.querySelector('.failure[role=alert] p')?.innerText.includes('Tally')")
            try browser.picture("crash")
            try browser.press("What happened")
            try browser.wait(for: "document.querySelector('dialog details[open] summary')?.innerText.includes('Tally')")
            try browser.press(keys: "\u{E00C}")
            try browser.press("Open again")
            try browser.wait(for: "document.querySelector('.extension[data-state=view] .card')")
        }
    }

    @Test func aReloadAndTheWayBackKeepThePlace() async throws {
        try await Self.onTwoDevices([]) { browser, _ in
            try browser.type("not sent yet", into: "textarea")
            try browser.wait(for: "document.querySelector('.send').disabled === false")
            try browser.type("to be kept\u{E007}", into: "textarea", pane: 1)
            try browser.wait(for: "document.querySelector('.pane .words')?.innerText === 'to be kept'")
            try browser.reload()
            try browser.wait(for: "document.querySelector('.pane .words')?.innerText === 'to be kept'")
            try browser.wait(for: "document.querySelector('.pane textarea').value === 'not sent yet'")
            try browser.click(".back")
            try browser.wait(for: "document.querySelector('.pane').dataset.shows === 'list'")
            try browser.wait(for: "document.querySelector('.pane .conversation .last')?.innerText === 'Draft'")
            try browser.back()
            try browser.wait(for: "document.querySelector('.pane').dataset.shows === 'chat'")
        }
    }

    /// A page cannot go on with a server that has other secrets, and says so; with the same one it would.
    @Test func aServerThatWasStartedAgainIsTold() async throws {
        try await Tool.with { tool in
            let maker = try HostClient.inChat(tool)
            try maker.closeInput()
            try maker.finish()
            let page = try ServedPage(tool)
            let browser = try Browser()
            try browser.open(page.address)
            try browser.wait(for: "document.querySelector('.conversation')")
            page.signal(SIGTERM)
            #expect(page.finish() == 0)
            try browser.wait(for: "document.querySelector('.lost').innerText.startsWith('The host does not answer.')")
            let next = try ServedPage(tool, ["--port", "\(page.port)"])
            try browser.wait(
                for: "document.querySelector('.lost').innerText.startsWith('The server was started again')"
            )
            try browser.open(next.address)
            try browser.wait(for: "document.querySelector('.conversation') && document.querySelector('.lost').hidden")
            next.signal(SIGTERM)
            #expect(next.finish() == 0)
        }
    }

    /// Words of others are words: none becomes a part of the page, and nothing is fetched for them.
    @Test(arguments: [
        "<img src=http://evil.example/x onerror=window.hurt=1>", "<script>window.hurt=1</script>",
        "\"><style>*{display:none}</style>",
        "javascript:window.hurt=1", "\u{202E}drow\u{202C}", "{{constructor.constructor('window.hurt=1')()}}",
    ])
    func wordsOfOthersAreWords(text: String) async throws {
        try await ServedPage.with(bundles: [], ["--side-by-side", "alice,bob"]) { page, _ in
            let client = try PageClient(page)
            let window =
                try client.call("window.open", ["conversation": "chat", "device": "alice"])["window"] as? String ?? ""
            try client.call("window.type", ["window": window, "text": text])
            let look = try client.call("window.look", ["window": window])
            let draft = (look["draft"] as? [String: Any])?["id"] as? String ?? ""
            try client.call("window.send", ["window": window, "draft": draft])
            let browser = try Browser()
            try browser.open(page.address)
            try browser.wait(for: "document.querySelectorAll('.pane')[1].querySelector('.conversation')")
            try browser.click(".conversation", pane: 1)
            try browser.wait(
                for: "document.querySelectorAll('.pane')[1].querySelector('.words')?.textContent === arguments[0]",
                text
            )
            let state =
                try browser.run(
                    """
                    const others = performance.getEntriesByType('resource').filter((one) => new URL(one.name).origin !== location.origin && !one.name.startsWith('blob:'))
                    return [window.hurt ?? null, document.querySelectorAll('body script, style, body img[src^=http]').length, others.length, document.querySelector('.pane').checkVisibility()]
                    """
                ) as? [Any]
            #expect(
                state?[0] is NSNull && state?[1] as? Int == 0 && state?[2] as? Int == 0 && state?[3] as? Bool == true,
                "\(state ?? [])"
            )
            #expect(try browser.errors() == [])
        }
    }

    @Test(arguments: ["dark", "phone"]) func theOtherFacesAreDrawn(face: String) async throws {
        try await ServedPage.with(bundles: [Samples.tally]) { page, _ in
            let options = face == "dark" ? ["--blink-settings=preferredColorScheme=0"] : []
            let browser = try Browser(width: face == "phone" ? 500 : 1_000, height: 800, options)
            try browser.open(page.address)
            try browser.click(".conversation")
            try browser.wait(for: "document.querySelector('.field')")
            let background =
                try browser.run("return getComputedStyle(document.querySelector('.chat')).backgroundColor") as? String
            #expect(background == (face == "dark" ? "rgb(22, 24, 29)" : "rgb(255, 255, 255)"))
            let overflow = try browser.run("return document.documentElement.scrollWidth - innerWidth") as? Int
            #expect(overflow == 0)
            // A wide page has the list beside the conversation.
            let isList = try browser.run("return document.querySelector('.list').checkVisibility()") as? Bool
            #expect(isList == (face == "dark"))
            try browser.picture(face)
        }
    }
}
