import Foundation
import GRDB
import MayflyModel
import MayflyStore
import MayflyStoreSupport
import MayflyTestSupport
import Testing

extension BrowserTests {
    /// What strangers write is words, wherever it stands: none becomes a part of the page, and nothing is fetched for it.
    @Suite struct Strangers {
        static let seeds = [
            "<img src=http://evil.example/x onerror=window.hurt=1>", "<script>window.hurt=1</script>",
            "\"><style>*{display:none}</style>", "javascript:window.hurt=1", "\u{202E}drow\u{202C}",
            "{{constructor.constructor('window.hurt=1')()}}", "' onfocus=window.hurt=1 autofocus='",
            "url(http://evil.example/y)",
        ]

        /// All places of a transcript: texts, each part of a layout, names of apps and of files, stickers, summaries; and names of
        /// conversations and devices that another program wrote.
        @Test func wordsInAConversationAreWords() async throws {
            try await ServedPage.with(["--side-by-side", "bob"]) { page, tool in
                try await Self.fill(tool.home)
                let browser = try Browser(width: 700)
                try browser.open(page.address)
                try browser.wait(pane: 0, for: "$$('.conversation').length === \(Self.seeds.count + 1)")
                for seed in Self.seeds {
                    let row = "$$('.conversation').find((one) => one.querySelector('strong').textContent === given[0])"
                    try browser.wait(
                        pane: 0,
                        for: "\(row).querySelector('.last').textContent.includes(given[0])",
                        Self.written(seed)
                    )
                    try browser.wait(
                        pane: 0,
                        for: "(\(row).click(), $('.chat h1').textContent === given[0])",
                        Self.written(seed)
                    )
                    try browser.wait(pane: 0, for: "$$('.row').length === 5")
                    for place in [
                        ".words", ".title", ".subtitle", ".caption", ".subcaption", ".trailing", ".row > .note",
                        ".file",
                        ".summary",
                    ] {
                        try Self.check(place, "one.textContent", seed, browser)
                    }
                    try Self.check(".sender", "one.textContent", Self.seeds[0], browser)
                    try Self.check("button.card-bubble", "one.getAttribute('aria-label')", seed, browser)
                    try Self.check(".sticker-picture", "one.alt", seed, browser)
                    try Self.checkThatNothingHappened(browser, seed)
                    try browser.click(".back", pane: 0)
                    try browser.wait(pane: 0, for: "$('.conversation')?.checkVisibility()")
                }
                let others = try browser.requests().filter { !Self.isOwn($0, page) }
                #expect(others.isEmpty, "the browser asked for \(others)")
                #expect(try browser.errors() == [])
            }
        }

        /// The words stand there as they were written, and what cannot be seen is written out. A name of a file is one part of a path.
        private static func check(_ place: String, _ words: String, _ seed: String, _ browser: Browser) throws {
            try browser.wait(
                pane: 0,
                for: "$$('\(place)').some((one) => \(words).includes(given[0]))",
                place == ".file" ? written(fileName(seed)) : written(seed)
            )
        }

        /// How the host tells the name of an app: what cannot be seen is written out.
        static func written(_ seed: String) -> String {
            seed.replacing("\u{202E}", with: "\\u{202E}").replacing("\u{202C}", with: "\\u{202C}")
        }

        static func fileName(_ seed: String) -> String { seed.replacingOccurrences(of: "/", with: "-") }

        /// A sticker of a stranger, however large, lies on its bubble and covers no other row.
        @Test func aLargeStickerStaysOnItsBubble() async throws {
            try await ServedPage.with(["--side-by-side", "alice,bob"]) { page, tool in
                let store = try Store(home: HomeFolder(path: tool.home))
                let (alice, chat) = (try store.device(named: "alice").id, try store.conversation(named: "chat").id)
                let bytes = try SampleFiles.bytes("clear-half.png")
                let size = MediaFile.PixelSize(width: 1_800, height: 1_200)
                let file = try MediaStore(home: store.home).save(bytes, name: "large.png", type: .png, pixelSize: size)
                let texts = (1...5).map { Item(sender: alice.ownPerson, content: .text("words number \($0)")) }
                let stickers = (0..<2).map { _ in
                    let place = StickerPlacement(on: texts[2].id, scale: 4)
                    return Item(
                        sender: alice.ownPerson,
                        content: .sticker(Sticker(file: file, description: "large", placement: place))
                    )
                }
                try store.handOver(try store.send(texts + stickers, in: chat, from: alice).envelope)
                let browser = try Browser()
                try browser.open(page.address)
                try browser.click(".conversation", pane: 1)
                try browser.wait(pane: 1, for: "$$('.peeled').filter((one) => one.naturalWidth > 0).length === 2")
                let boxes = try #require(
                    try browser.value(
                        pane: 1,
                        of:
                            "[...$$('.peeled'), $('.place:has(.peeled)')].map((one) => one.getBoundingClientRect().width)"
                    ) as? [Double]
                )
                #expect(boxes[0] > 0 && boxes[0] + boxes[1] <= boxes[2] / 2 + 1, "\(boxes)")
                #expect(
                    try browser.value(pane: 1, of: "getComputedStyle($('.place:has(.peeled)')).overflow") as? String
                        == "clip"
                )
            }
        }

        /// Another page can lead here, but not with a key of its own.
        @Test func aKeyOfAnotherIsNotTaken() async throws {
            try await ServedPage.with(["--side-by-side", "bob"]) { page, _ in
                let browser = try Browser()
                try browser.open(page.address)
                try browser.wait(pane: 0, for: "$('.conversation')")
                try browser.open("about:blank")
                try browser.open("\(page.origin)/#key=evil")
                try browser.wait(pane: 0, for: "$('.conversation')")
                // With a wrong first secret nothing is shown at all.
                #expect(try page.ask("/?token=0").status == 401)
            }
        }

        /// A page at another port of this machine, in the browser that has the cookie, tries all that a page can do to a server. It gets
        /// nothing, and nothing changes, even with what the page shows.
        @Test func aPageOfAnotherPortCanDoNothing() async throws {
            try await Browser.onDevices([]) { browser, page in
                try browser.type("of alice\u{E007}", into: "textarea")
                try browser.wait(pane: 1, for: "$('.words')?.innerText === 'of alice'")
                let picture = try page.handle(of: try SampleFiles.bytes("palette.png"), as: "a.png")
                let client = try PageClient(page)
                let digest = try client.attach(picture, in: try client.openWindow())
                let before = (state: try Self.state(client), files: try page.keptFiles())
                let site = try OtherSite(at: page.machine)
                try browser.open(site.address)
                _ = try browser.networkLog()
                let got = try #require(
                    try browser.runAsync(Self.attack, page.origin, page.filesKey, page.offer, digest)
                        as? [String: String]
                )
                let nothing = [
                    "post": "refused", "blind post": "refused", "read": "refused", "blind read": "refused",
                    "socket": "closed",
                    "socket with key": "closed", "picture": "refused", "sticker": "refused", "icon": "refused",
                    "script": "refused",
                    "style": "refused",
                ]
                #expect(got == nothing)
                // A frame does not show the page.
                let tree = try browser.command("Page.getFrameTree") as? [String: Any]
                let frames = (tree?["frameTree"] as? [String: Any])?["childFrames"] as? [[String: Any]]
                let addresses = frames?.compactMap { ($0["frame"] as? [String: Any])?["url"] as? String }
                #expect(addresses == ["chrome-error://chromewebdata/", "chrome-error://chromewebdata/"])
                // What the browser could not tell that page: the server has refused everything but the frame's page, which is not shown.
                let loads = try browser.loads().filter { $0.address.contains(page.host) }
                #expect(loads.count >= 12)
                for load in loads where load.address != "\(page.origin)/?framed" {
                    #expect(load.status.map { $0 >= 400 } ?? true, "\(load)")
                }
                // A form leads there, and is refused.
                try browser.run(
                    """
                    const form = document.createElement('form')
                    Object.assign(form, { method: 'POST', action: `${arguments[0]}/files?name=form.txt`, enctype: 'text/plain' })
                    document.body.append(form)
                    form.submit()
                    """,
                    page.origin
                )
                try browser.wait(for: "document.body.innerText.trim() === 'Another page may not use this server.'")
                #expect(try page.keptFiles() == before.files)
                #expect(try Self.state(client) == before.state)
                // The person's own page goes on.
                try browser.open(page.origin)
                try browser.click(".conversation")
                try browser.wait(pane: 0, for: "$('.words')?.innerText === 'of alice'")
                _ = try browser.errors()
            }
        }

        /// All conversations, and what the input field of alice has.
        private static func state(_ client: PageClient) throws -> String {
            let window = try client.openWindow()
            let look = try client.call("window.look", ["window": window])
            try client.call("window.close", ["window": window])
            let all = try ["alice", "bob"].map { try client.call("conversations.list", ["device": $0]) }
            let parts: [Any] =
                all + [look["draft"] ?? "", look["transcript"] ?? "", try client.call("extensions.list")]
            return String(
                decoding: try JSONSerialization.data(withJSONObject: parts, options: .sortedKeys),
                as: UTF8.self
            )
        }

        /// Tries everything from a page, and gives what came of it.
        private static let attack = """
            const [origin, key, offer, digest, done] = arguments
            const got = {}
            const send = (name, path, options) => fetch(`${origin}${path}`, { credentials: 'include', ...options })
              .then((answer) => answer.type === 'opaque' ? 'opaque' : `${answer.status}`, () => 'refused').then((state) => { got[name] = state })
            const socket = (name, protocols) => new Promise((resolve) => {
              const one = new WebSocket(`${origin.replace('http', 'ws')}/connection`, protocols)
              one.onopen = () => { got[name] = 'open'; resolve() }
              one.onclose = () => { got[name] ??= 'closed'; resolve() }
            })
            const load = (name, tag, properties) => new Promise((resolve) => {
              const one = Object.assign(document.createElement(tag), properties)
              const end = (state) => () => { got[name] = state; resolve() }
              one.onload = end('loaded')
              one.onerror = end('refused')
              document.body.append(one)
            })
            const frame = (path) => new Promise((resolve) => {
              const one = document.createElement('iframe')
              one.onload = resolve
              one.src = `${origin}${path}`
              document.body.append(one)
            })
            const body = 'words'
            Promise.all([
              send('post', '/files?name=post.txt', { method: 'POST', body, headers: { 'Mayfly-Key': key } }),
              send('blind post', '/files?name=blind.txt', { method: 'POST', body, mode: 'no-cors' }),
              send('read', `/${key}/settings.json`, {}),
              send('blind read', `/${key}/settings.json`, { mode: 'no-cors' }),
              socket('socket', []),
              socket('socket with key', ['mayfly.v1', offer]),
              load('picture', 'img', { src: `${origin}/${key}/pictures/${digest}` }),
              load('sticker', 'img', { src: `${origin}/${key}/stickers/${digest}` }),
              load('icon', 'img', { src: `${origin}/mayfly.svg` }),
              load('script', 'script', { src: `${origin}/dom.js`, type: 'module' }),
              load('style', 'link', { href: `${origin}/base.css`, rel: 'stylesheet' }),
              frame('/?framed'),
              frame(`/${key}/settings.json`),
            ]).then(() => done(got))
            """

        /// An address is told as it will be used, the choice that does nothing has the focus, and it is opened only by the other one.
        @Test func anAddressIsAskedForFirst() async throws {
            try await Browser.onDevices([]) { browser, page in
                try browser.run(
                    "import('/links.js').then(({ askToOpen }) => askToOpen('https://\u{430}\u{440}\u{440}\u{4CF}\u{435}.com/a'))"
                )
                try browser.wait(
                    for: "document.querySelector('dialog .address').innerText === 'https://xn--80ak6aa92e.com/a'"
                )
                #expect(try browser.run("return document.activeElement.innerText") as? String == "Cancel")
                try browser.press(keys: "\u{E007}")
                try browser.wait(for: "!document.querySelector('dialog')")
                try browser.run("import('/links.js').then(({ askToOpen }) => askToOpen('javascript:window.hurt=1'))")
                try browser.wait(
                    for:
                        "document.querySelector('dialog .address').innerText === 'javascript:window.hurt=1' && !document.querySelector('dialog a')"
                )
                let others = try browser.requests().filter { !Self.isOwn($0, page) }
                #expect(others.isEmpty, "the browser asked for \(others)")
            }
        }

        static func isOwn(_ address: String, _ page: ServedPage) -> Bool {
            let beginnings = ["http://\(page.host)/", "ws://\(page.host)/", "blob:http://\(page.host)/", "data:"]
            return beginnings.contains { address.hasPrefix($0) }
        }

        static func checkThatNothingHappened(_ browser: Browser, _ seed: String) throws {
            let state =
                try browser.run(
                    """
                    const others = [...document.querySelectorAll('script, style, link, iframe, img, video')].filter((one) => {
                      const address = one.src || one.href
                      return one.tagName === 'STYLE' || (address && !address.startsWith(location.origin) && !address.startsWith('blob:'))
                    })
                    return [window.hurt ?? null, others.length, document.querySelector('.pane').checkVisibility()]
                    """
                ) as? [Any]
            #expect(
                state?[0] is NSNull && state?[1] as? Int == 0 && state?[2] as? Bool == true,
                "\(seed): \(state ?? [])"
            )
        }

        /// For each seed a conversation in which alice has sent it in every place.
        private static func fill(_ home: String) async throws {
            let store = try Store(home: HomeFolder(path: home))
            let media = MediaStore(home: store.home)
            let alice = try store.device(named: "alice").id
            let sample = Checkout.folder.appending(path: "Tests/Support/SampleFiles/moving.png")
            let picture = [UInt8](try Data(contentsOf: sample))
            for (index, seed) in seeds.enumerated() {
                let chat = try store.createConversation("chat \(index)", with: ["alice", "bob"]).id
                let image = try media.save(picture, name: "\(index).png", type: .png)
                let file = try media.save(Array("file \(index)".utf8), name: fileName(seed), type: .text)
                let session = SessionID()
                let message = try message(seed, session, image, from: alice)
                let items: [ItemContent] = [
                    .sticker(Sticker(file: image, description: seed)), .attachment(Attachment(file: file)), .text(seed),
                ]
                let all =
                    [message, try Self.message(seed, session, image, from: alice)]
                    + items.map { Item(sender: alice.ownPerson, content: $0) }
                let envelope = try store.send(all, in: chat, from: alice).envelope
                try store.handOver(envelope)
            }
            // The host takes no such names.
            let database = try DatabaseQueue(path: home + "/mayfly.sqlite")
            try await database.write { db in
                try db.execute(sql: "UPDATE device SET name = ? WHERE name = 'alice'", arguments: [seeds[0]])
                for (index, seed) in seeds.enumerated() {
                    let sql = "UPDATE conversation SET name = ? WHERE name = 'chat \(index)'"
                    try db.execute(sql: sql, arguments: [seed])
                }
            }
        }

        private static func message(_ seed: String, _ session: SessionID, _ image: MediaFile, from device: DeviceID)
            throws
            -> Item
        {
            let words = MentionText(literal: seed)
            var layout = TemplateLayout()
            layout.image = image
            layout.imageTitle = words
            layout.imageSubtitle = words
            layout.caption = words
            layout.subcaption = words
            layout.trailingCaption = words
            layout.trailingSubcaption = words
            var message = InteractiveMessage(session: session, url: "?\(seed)", layout: layout)
            message.summaryText = words
            message.accessibilityLabel = words
            let id = try #require(ExtensionID(rawValue: "org.example.missing"))
            return Item(
                sender: device.ownPerson,
                content: .interactive(message),
                origin: Origin(extensionID: id, name: seed)
            )
        }
    }
}
