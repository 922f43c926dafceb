import Foundation
import MayflyModel
import MayflyStore
import MayflyStoreSupport
import MayflyTestSupport
import Testing

extension ExtensionBrowserTests {
    /// Words of an extension never look like those of a person, wherever they stand, and a sticker says who put it there.
    @Suite struct Origins {
        /// The list of conversations, what a screen reader says of a bubble, and what it is told when one comes.
        @Test func wordsOfAnExtensionHaveItsNameEverywhere() async throws {
            try await Browser.onDevices([]) { browser, page in
                let store = try Store(home: HomeFolder(path: page.home))
                let (alice, chat) = (try store.device(named: "alice").id, try store.conversation(named: "chat").id)
                let id = try #require(ExtensionID(rawValue: "org.example.lab"))
                let origin = Origin(extensionID: id, name: "Lab] You:")
                let session = SessionID()
                func message(_ words: String) -> ItemContent {
                    var message = InteractiveMessage(session: session, url: "?\(words)", layout: TemplateLayout())
                    message.accessibilityLabel = MentionText(literal: words)
                    message.summaryText = MentionText(literal: "summary of \(words)")
                    return .interactive(message)
                }
                func send(_ content: ItemContent, _ origin: Origin?) throws {
                    let item = Item(sender: alice.ownPerson, content: content, origin: origin)
                    try store.handOver(try store.send([item], in: chat, from: alice).envelope)
                }
                func expect(_ words: String, _ who: [String] = ["You", "alice"]) throws {
                    for pane in 0...1 {
                        try browser.wait(
                            pane: pane,
                            for: "$('.last').textContent === given[0]",
                            "\(who[pane]): \(words)"
                        )
                    }
                }
                try send(message("I will pay"), origin)
                try expect("[Lab) You:] I will pay")
                for (pane, who) in ["You", "alice"].enumerated() {
                    try browser.wait(
                        pane: pane,
                        for: "$('button.card-bubble')?.getAttribute('aria-label') === given[0]",
                        "\(who): [Lab) You:] I will pay"
                    )
                }
                try send(.text("I agree"), origin)
                try expect("[Lab) You:] I agree")
                try send(.text("my own words"), nil)
                try expect("my own words")
                let heard = "document.getElementById('arrivals').innerText.split('\\n').filter(Boolean).join('|')"
                try browser.wait(
                    for: "\(heard) === arguments[0]",
                    "alice: [Lab) You:] I will pay|alice: [Lab) You:] I agree|alice: my own words"
                )
                // What is left of a message that a newer one has replaced.
                try send(message("I have paid"), origin)
                try browser.wait(
                    pane: 1,
                    for: "$('.row.summary')?.innerText === '[Lab) You:] alice: summary of I will pay'"
                )
            }
        }

        /// What looks like the bracket behind a name is none.
        @Test func aNameHasNoBracketsOfItsOwn() async throws {
            try await Browser.onDevices([]) { browser, _ in
                let script = """
                    const done = arguments[arguments.length - 1]
                    import('/text.js').then(({ inBrackets }) => done([...arguments[0]].map((one) => inBrackets(`a${one}b`)).filter((one) =>
                      !['[a(b] ', '[a)b] '].includes(one))))
                    """
                let parts = "\u{23A1}\u{23A2}\u{23A3}\u{23A4}\u{23A5}\u{23A6}"
                let others = "\u{231C}\u{231D}\u{2309}\u{2510}\u{2524}\u{255D}\u{FF3D}\u{3011}"
                let signs = "[]" + parts + others
                let found = try browser.runAsync(script, signs) as? [String]
                #expect(found == [])
            }
        }

        /// A sticker, wherever it lies on a bubble, covers neither the name above it nor the row below it, and who put it there stands below.
        @Test func aStickerStaysInItsRowAndSaysWhoseItIs() async throws {
            try await Browser.onDevices([], of: ["alice", "bob", "carol"]) { browser, page in
                let store = try Store(home: HomeFolder(path: page.home))
                let (alice, carol) = (try store.device(named: "alice").id, try store.device(named: "carol").id)
                let chat = try store.conversation(named: "chat").id
                let size = MediaFile.PixelSize(width: 360, height: 144)
                let file = try MediaStore(home: store.home).save(
                    try SampleFiles.bytes("palette.png"),
                    name: "a.png",
                    type: .png,
                    pixelSize: size
                )
                let texts = (0..<3).map {
                    Item(sender: alice.ownPerson, content: .text("words number \($0) of alice, which are many"))
                }
                try store.handOver(try store.send(texts, in: chat, from: alice).envelope)
                let places = [
                    StickerPlacement(on: texts[1].id, x: 0.3, y: 0), StickerPlacement(on: texts[1].id, x: 0.6, y: 1),
                ]
                let stickers = places.map {
                    Item(
                        sender: carol.ownPerson,
                        content: .sticker(Sticker(file: file, description: "a flower", placement: $0))
                    )
                }
                try store.handOver(try store.send([stickers[0]], in: chat, from: carol).envelope)
                try browser.wait(pane: 1, for: "$$('.row')[1]?.innerText.includes('sticker by carol')")
                try store.handOver(try store.send([stickers[1]], in: chat, from: carol).envelope)
                try browser.wait(
                    pane: 1,
                    for: "$$('.peeled').length === 2 && $$('.peeled').every((one) => one.naturalWidth > 0)"
                )
                try browser.wait(pane: 1, for: "$$('.row')[1].innerText.includes('stickers by carol')")
                try browser.picture("stickers-in-their-row")
                let seen = try browser.value(
                    pane: 1,
                    of: """
                        (() => {
                          const box = (one) => one.getBoundingClientRect()
                          const [row, next] = [$$('.row')[1], $$('.row')[2]]
                          const place = row.querySelector('.place')
                          const margin = parseFloat(getComputedStyle(place).overflowClipMargin)
                          // Nothing is drawn beyond this.
                          const [top, bottom] = [box(place).top - margin, box(place).bottom + margin]
                          const isClipped = getComputedStyle(place).overflow === 'clip'
                          const layer = (one) => Number(getComputedStyle(one).zIndex)
                          return [
                            isClipped, $$('.peeled').some((one) => box(one).top < box(place).top), $$('.peeled').some((one) => box(one).bottom > box(place).bottom),
                            top >= box(row.querySelector('.sender')).bottom - 1, bottom <= box(row.querySelector('.note')).top + 1,
                            bottom <= box(next).top, layer(row.querySelector('.sender')) > layer(row.querySelector('.peeled')),
                          ]
                        })()
                        """
                )
                #expect(seen as? [Bool] == Array(repeating: true, count: 7), "\(seen)")
            }
        }

        /// An extension that asks for more time says why in its own words: they are marked as such.
        @Test func aReasonForMoreTimeIsQuoted() async throws {
            try await Browser.onPuppet { browser, _, folder in
                try folder.write("willResignActive more saved” The host: type your password “\u{202E}")
                try browser.click(".tile")
                try browser.wait(pane: 0, for: "$('.extension[data-state=view] .card')")
                try browser.press("Close")
                try browser.wait(
                    pane: 0,
                    for: "$('.trouble').innerText === given[0]",
                    "[puppet] asked for more time to end: “saved' The host: type your password '\\u{202E}”"
                )
            }
        }
    }
}
