import Foundation
import MayflyTestSupport
import Testing

extension BrowserTests.Strangers {
    /// An extension with such a name, in the drawer, above its view, in what is said of its end, and among the extensions.
    @Test func wordsOfAnExtensionAreWords() async throws {
        let folder = try ScratchFolder()
        let name = "<img src=//evil.example/x onerror=window.hurt=1>"
        let bundle = folder.at("Tally.mayfly")
        try FileManager.default.copyItem(atPath: Samples.tally, toPath: bundle)
        let manifest = URL(filePath: bundle).appending(path: "manifest.json")
        let text = try String(contentsOf: manifest, encoding: .utf8)
        try Data(text.replacingOccurrences(of: #""name": "Tally""#, with: #""name": "\#(name)""#).utf8).write(
            to: manifest
        )
        let bundles = [
            bundle, try Self.pack(in: folder), try CardPlugin.showing(Self.card),
            try #require(try Puppet.bundles.first),
        ]
        try await Browser.onDevices(bundles) { browser, page in
            try browser.press("Apps")
            try browser.press(name)
            try browser.wait(
                pane: 0,
                for: "$('.extension[data-state=view] .card') && $('.app').textContent === given[0]",
                name
            )
            let client = try PageClient(page)
            let workers = try #require(try client.call("workers.list")["workers"] as? [[String: Any]])
            kill(Int32(try #require(workers.first?["pid"] as? Int)), SIGKILL)
            try browser.wait(pane: 0, for: "$('.failure p').textContent.includes(given[0])", name)
            try browser.press("What happened")
            try browser.wait(for: "document.querySelector('dialog summary strong').textContent === arguments[0]", name)
            try browser.press(tab: "Extensions")
            try browser.wait(
                for:
                    "[...document.querySelectorAll('dialog .thing > div > strong')].some((one) => one.textContent === arguments[0])",
                name
            )
            try Self.checkThatNothingHappened(browser, name)
            try browser.press(keys: "\u{E00C}")
            try Self.checkStickers(browser)
            try Self.checkCard(browser)
            try Self.checkAddresses(browser)
            try Self.checkPuppet(browser, PuppetFolder(path: try Puppet.privateFolder(in: page.home)))
            let others = try browser.requests().filter { !Self.isOwn($0, page) }
            #expect(others.isEmpty, "the browser asked for \(others)")
        }
    }

    /// Opens an extension in place of the one that is open.
    private static func open(_ words: String, _ browser: Browser) throws {
        try browser.press("Apps")
        try browser.press(words)
    }

    // MARK: Stickers

    private static func pack(in folder: ScratchFolder) throws -> String {
        let names = seeds.indices.map { "s\($0).sticker" }
        let pack = try PackFolder("test.strange", called: "Strange pack", of: names, in: folder)
        for (name, seed) in zip(names, seeds) {
            let properties = ["properties": ["filename": "a.png", "accessibility-label": seed]]
            let json = try JSONSerialization.data(withJSONObject: properties)
            try folder.write([UInt8](json), to: "\(pack.folder)/\(name)/Contents.json")
            try folder.write(try SampleFiles.bytes("palette.png"), to: "\(pack.folder)/\(name)/a.png")
        }
        return pack.bundle
    }

    private static func checkStickers(_ browser: Browser) throws {
        try open("Strange pack", browser)
        let names = "$$('.sticker-button').map((one) => one.getAttribute('aria-label'))"
        try browser.wait(pane: 0, for: "$$('.sticker-button').length === \(seeds.count)")
        #expect(try browser.value(pane: 0, of: names) as? [String] == seeds.map(written))
        try browser.click(".sticker-button")
        try browser.wait(pane: 0, for: "$('.waiting')?.getAttribute('aria-label').includes(given[0])", seeds[0])
        try checkThatNothingHappened(browser, "stickers")
        try browser.click(".waiting > .round")
        try browser.wait(pane: 0, for: "!$('.waiting')")
    }

    // MARK: Cards

    private static let address = "url(http://evil.example/y)"
    private static let length = "1px;background:url(http://evil.example/y)"

    /// Its inputs say what they want in such words, and its colours and lengths are none.
    private static var card: String {
        get throws {
            let inputs = seeds.enumerated().map { index, seed in
                [
                    "type": "Input.Text", "id": "i\(index)", "label": seed, "placeholder": seed, "errorMessage": seed,
                    "isRequired": true,
                ] as [String: Any]
            }
            let looks: [[String: Any]] = [
                [
                    "type": "Image", "url": "bundle:picture.png", "altText": "a", "backgroundColor": address,
                    "width": length, "height": length,
                ],
                [
                    "type": "Container", "minHeight": length, "style": address, "items": [[String: Any]](),
                    "backgroundImage": "http://evil.example/y",
                ],
                ["type": "ColumnSet", "columns": [["type": "Column", "width": length, "items": [[String: Any]]()]]],
                ["type": "TextBlock", "text": "a", "color": address, "size": length],
            ]
            let card: [String: Any] = [
                "type": "AdaptiveCard", "version": "1.5", "body": looks + inputs, "minHeight": length,
                "actions": [["type": "Action.Execute", "title": "Go", "iconUrl": "http://evil.example/y"]],
            ]
            return String(decoding: try JSONSerialization.data(withJSONObject: card), as: UTF8.self)
        }
    }

    private static func checkCard(_ browser: Browser) throws {
        try open("cards", browser)
        try browser.press("Go")
        try browser.wait(pane: 0, for: "$$('.card-problem').length === \(seeds.count)")
        for place in [".card-problem", ".card-label > span:first-child", ".card-field"] {
            let words = "$$('\(place)').map((one) => one.placeholder ?? one.textContent)"
            #expect(try browser.value(pane: 0, of: words) as? [String] == seeds.map(written), "\(place)")
        }
        // Also where no host has read it before.
        let drawing = """
            const [address, length, done] = arguments
            const image = { type: 'image', picture: 'a', size: 'auto', alt: 'a', background_color: address, width: length, height: length }
            const box = { style: 'good', background: { picture: address, fill: 'cover', alignment: address, vertical_alignment: length }, min_height: length, items: [] }
            const columns = { type: 'columns', columns: [{ width: 'pixels', width_value: length, ...box }, { width: 'weight', width_value: length, ...box }] }
            const card = { body: [image, { type: 'container', ...box }, columns], actions: [] }
            const acts = { tap: async () => {}, input: async () => {}, expand: () => {}, picture: async () => URL.createObjectURL(new Blob(['x'])) }
            import('/card.js').then(async ({ drawCard }) => {
              const element = drawCard({ kind: 'card', style: 'expanded', controls: [], inputs: {}, card }, acts)
              document.body.append(element)
              await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)))
              element.remove()
              done('drawn')
            }).catch((error) => done(String(error)))
            """
        #expect(try browser.runAsync(drawing, address, length) as? String == "drawn")
        try checkThatNothingHappened(browser, "card")
    }

    // MARK: The question of an address

    private static func checkAddresses(_ browser: Browser) throws {
        for seed in seeds {
            for address in [seed, "https://example.org/\(seed)"] {
                try browser.run("import('/links.js').then(({ askToOpen }) => askToOpen(arguments[0]))", address)
                try browser.wait(for: "document.querySelector('dialog .address')")
                let told =
                    "const href = (text) => { try { return new URL(text).href } catch { return text } }; return [document.querySelector('.address').textContent, href(arguments[0])]"
                let words = try #require(try browser.run(told, address) as? [String])
                #expect(words[0] == words[1] || words[0] == written(address), "\(address)")
                try checkThatNothingHappened(browser, address)
                try browser.press(keys: "\u{E00C}")
                try browser.wait(for: "!document.querySelector('dialog')")
            }
        }
    }

    // MARK: What an extension puts into the field, and prints

    private static func checkPuppet(_ browser: Browser, _ folder: PuppetFolder) throws {
        try folder.write("words", to: "notes")
        try open("puppet", browser)
        for seed in seeds {
            let parts = ["caption", "subcaption", "trailing", "trailing-sub", "label", "summary"].map {
                "\($0)=\(seed)"
            }
            try folder.write(
                """
                didPerformAction text \(seed)
                didPerformAction message url=?a|\(parts.joined(separator: "|"))
                didPerformAction attach notes|\(fileName(seed)).txt
                """
            )
            try browser.press("run")
            let isThere = "$$('.waiting').length === 2 && $('textarea').value === given[0]"
            try browser.wait(pane: 0, for: isThere, seed)
            let words =
                "[$('.waiting .caption > span').textContent, $('.waiting.message').getAttribute('aria-label'), $$('.waiting').at(-1).innerText].every((one, index) => one.includes(given[index]))"
            try browser.wait(pane: 0, for: words, written(seed), written(seed), written(fileName(seed)))
            try checkThatNothingHappened(browser, seed)
            // Not all of it fits into the field.
            try browser.run("const staged = document.querySelector('.staged'); staged.scrollTop = staged.scrollHeight")
            try browser.send(pane: 0)
            let said = "[...document.querySelectorAll('#arrivals p')].map((one) => one.textContent)"
            try browser.wait(
                for:
                    "['', '', 'attachment: '].every((kind, index) => \(said).includes('alice: [puppet] ' + kind + arguments[index]))",
                written(seed),
                written(seed),
                "\(written(fileName(seed))).txt"
            )
            try checkThatNothingHappened(browser, seed)
        }
        try folder.write(
            (seeds.map { "didPerformAction print \($0)" } + ["didPerformAction crash"]).joined(separator: "\n")
        )
        try browser.press("run")
        try browser.press("What happened")
        for seed in seeds {
            try browser.wait(
                for:
                    "[...document.querySelectorAll('dialog details[open] pre')].some((one) => one.textContent.includes(arguments[0]))",
                written(seed)
            )
        }
        try checkThatNothingHappened(browser, "output")
        try browser.press(keys: "\u{E00C}")
    }
}
