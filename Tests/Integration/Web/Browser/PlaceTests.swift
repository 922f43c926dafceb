import Foundation
import MayflyModel
import MayflyStore
import MayflyStoreSupport
import MayflyTestSupport
import Testing

extension BrowserTests {
    /// What a stranger sends has its own place only, however large it is, and says what it is.
    @Suite struct Places {
        private static let hidden = "holiday\u{202E}gnp.sh"
        private static let written = "holiday\\u{202E}gnp.sh"
        private static let accents = "e" + String(repeating: "\u{301}", count: 20)

        /// Pictures of 60 by 1,200 pixels, as a sticker, as an attachment, and on bubbles.
        @Test func highPicturesCoverNoOtherRow() async throws {
            try await ServedPage.with(["--side-by-side", "alice,bob"]) { page, tool in
                let browser = try Browser()
                try browser.open(page.address)
                let bytes = try browser.drawnPicture(width: 60, height: 1_200)
                let store = try Store(home: HomeFolder(path: tool.home))
                let (alice, chat) = (try store.device(named: "alice").id, try store.conversation(named: "chat").id)
                let size = MediaFile.PixelSize(width: 60, height: 1_200)
                let file = try MediaStore(home: store.home).save(bytes, name: "high.png", type: .png, pixelSize: size)
                let words = Item(
                    sender: alice.ownPerson,
                    content: .text((0..<40).map { "line \($0)" }.joined(separator: "\n"))
                )
                let contents: [ItemContent] = [
                    .sticker(Sticker(file: file, description: "high")), .attachment(Attachment(file: file)),
                    .sticker(
                        Sticker(file: file, description: "on", placement: StickerPlacement(on: words.id, scale: 4))
                    ),
                ]
                let items = [words] + contents.map { Item(sender: alice.ownPerson, content: $0) }
                try store.handOver(try store.send(items, in: chat, from: alice).envelope)
                try browser.click(".conversation", pane: 1)
                for (place, most) in [(".sticker-picture", 206.5), (".attached .shown", 320.5), (".peeled", 206.5)] {
                    try browser.wait(pane: 1, for: "$('\(place)')?.complete && $('\(place)').naturalHeight > 1000")
                    let box = try browser.value(
                        pane: 1,
                        of:
                            "(({ height }) => [height, getComputedStyle($('\(place)')).objectFit])($('\(place)').getBoundingClientRect())"
                    )
                    let height = try #require((box as? [Any])?[0] as? Double)
                    #expect(
                        height > 20 && height <= most && (box as? [Any])?[1] as? String == "contain",
                        "\(place): \(box)"
                    )
                }
            }
        }

        /// A browser keeps four bytes for each pixel, however few the file has.
        @Test func aStickerOfTooManyPixelsIsNotDrawn() async throws {
            try await ServedPage.with(["--side-by-side", "alice,bob"]) { page, tool in
                let store = try Store(home: HomeFolder(path: tool.home))
                let (alice, chat) = (try store.device(named: "alice").id, try store.conversation(named: "chat").id)
                let size = MediaFile.PixelSize(width: 8_000, height: 8_000)
                let bytes = try SampleFiles.bytes("clear-half.png")
                let file = try MediaStore(home: store.home).save(bytes, name: "a.png", type: .png, pixelSize: size)
                let item = Item(sender: alice.ownPerson, content: .sticker(Sticker(file: file, description: "a field")))
                try store.handOver(try store.send([item], in: chat, from: alice).envelope)
                let browser = try Browser()
                try browser.open(page.address)
                try browser.click(".conversation", pane: 1)
                try browser.wait(
                    pane: 1,
                    for: "$('.row .not-drawn')?.innerText === 'Too large to be drawn: 8000 × 8000 pixels'"
                )
                #expect(
                    try browser.value(pane: 1, of: "$('.not-drawn').getAttribute('aria-label').startsWith('a field. ')")
                        as? Bool == true
                )
                #expect(try browser.requests().allSatisfy { !$0.contains("/stickers/") })
            }
        }

        /// Of stickers of very many pixels, those are drawn that are in view, and as many as there is memory for. The others are frames.
        @Test func largeStickersAreDrawnWithinABound() async throws {
            try await ServedPage.with(["--side-by-side", "alice,bob"]) { page, tool in
                let store = try Store(home: HomeFolder(path: tool.home))
                let (alice, chat) = (try store.device(named: "alice").id, try store.conversation(named: "chat").id)
                let size = MediaFile.PixelSize(width: 4_000, height: 3_999)
                let media = MediaStore(home: store.home)
                let file = try media.save(
                    try SampleFiles.bytes("clear-half.png"),
                    name: "a.png",
                    type: .png,
                    pixelSize: size
                )
                let items = (0..<12).map {
                    Item(sender: alice.ownPerson, content: .sticker(Sticker(file: file, description: "field \($0)")))
                }
                try store.handOver(try store.send(items, in: chat, from: alice).envelope)
                let browser = try Browser()
                try browser.open(page.address)
                try browser.click(".conversation", pane: 1)
                let drawn = "$$('.sticker-picture').filter((one) => one.src.includes('/stickers/'))"
                let inView =
                    "$$('.sticker-picture').filter((one) => one.getBoundingClientRect().bottom > $('.transcript').getBoundingClientRect().top)"
                try browser.wait(
                    pane: 1,
                    for:
                        "$$('.row').length === 12 && \(drawn).length === 2 && \(drawn).every((one) => one.naturalWidth > 1)"
                )
                try browser.wait(
                    pane: 1,
                    for: "\(inView).length > 2 && $$('.sticker-picture.not-now').length === \(inView).length - 2"
                )
                try browser.picture("large-stickers")
                try browser.run("document.querySelector('.transcript').scrollTop = 0")
                try browser.wait(pane: 1, for: "\(drawn).length === 2 && \(drawn)[0] === $$('.sticker-picture')[0]")
            }
        }

        /// The host of an address is told by itself, and of a long one the beginning is in view.
        @Test func theHostOfALongAddressIsInView() async throws {
            try await Browser.onDevices([]) { browser, _ in
                let path = "safe.example.com/" + String(repeating: "a", count: 4_000)
                try browser.run(
                    "import('/links.js').then(({ askToOpen }) => askToOpen(arguments[0]))",
                    "https://bank.example@evil.example/\(path)"
                )
                try browser.wait(for: "document.querySelector('dialog .host')?.innerText === 'evil.example'")
                let outcome =
                    try browser.run(
                        """
                        const [dialog, host, address] = ['dialog', '.host', '.address'].map((name) => document.querySelector(name))
                        const [all, line] = [dialog, host].map((one) => one.getBoundingClientRect())
                        const onTop = document.elementFromPoint(line.left + 5, line.top + 5)
                        const buttons = [...dialog.querySelectorAll('.buttons > *')].map((one) => one.getBoundingClientRect().bottom)
                        return {
                          isAtTop: dialog.scrollTop === 0 && address.scrollTop === 0 && address.scrollHeight > address.clientHeight,
                          isInView: line.top >= all.top && line.bottom <= all.bottom && onTop === host,
                          hasButtons: buttons.every((bottom) => bottom <= all.bottom),
                          focus: document.activeElement.innerText,
                          text: address.textContent.startsWith('https://bank.example@evil.example/safe'),
                        }
                        """
                    ) as? [String: Any]
                for name in ["isAtTop", "isInView", "hasButtons", "text"] {
                    #expect(outcome?[name] as? Bool == true, "\(name): \(outcome ?? [:])")
                }
                #expect(outcome?["focus"] as? String == "Cancel")
            }
        }

        /// A name of a file that is read from right to left in a part of it is told as it is, in a row and in the field.
        @Test func namesOfFilesHideNothing() async throws {
            let folder = try ScratchFolder()
            try Data("words".utf8).write(to: URL(filePath: folder.at(Self.hidden)))
            try await Browser.onDevices([]) { browser, _ in
                try browser.choose([folder.at(Self.hidden)], for: "input[type=file]")
                let isTold =
                    "$('.waiting .file')?.textContent.includes(given[0]) && $('.waiting').getAttribute('aria-label').includes(given[0]) && $('.waiting > .round').title === 'Remove ' + given[0]"
                try browser.wait(pane: 0, for: isTold, Self.written)
                try browser.send(pane: 0)
                try browser.wait(pane: 1, for: "$('a.file')?.textContent.includes(given[0])", Self.written)
                #expect(
                    try browser.value(pane: 1, of: "document.getElementById('arrivals').textContent") as? String
                        == "alice: attachment: \(Self.written)"
                )
            }
        }

        /// Accents that pile up stay in the line that has them: a summary, what the host adds to a row, names.
        @Test func accentsStayInTheirLine() async throws {
            try await ServedPage.with(bundles: [Samples.tally], ["--side-by-side", "alice,bob"]) { page, tool in
                let store = try Store(home: HomeFolder(path: tool.home))
                let (alice, chat) = (try store.device(named: "alice").id, try store.conversation(named: "chat").id)
                let session = SessionID()
                let id = try #require(ExtensionID(rawValue: "org.example.missing"))
                let items = (0..<2).map { number in
                    var message = InteractiveMessage(session: session, url: "?\(number)", layout: TemplateLayout())
                    message.summaryText = MentionText(literal: Self.accents)
                    let origin = Origin(extensionID: id, name: Self.accents)
                    return Item(sender: alice.ownPerson, content: .interactive(message), origin: origin)
                }
                try store.handOver(try store.send(items, in: chat, from: alice).envelope)
                let browser = try Browser()
                try browser.open(page.address)
                for pane in 0...1 { try browser.click(".conversation", pane: pane) }
                try browser.press("Apps", pane: 1)
                try browser.wait(pane: 1, for: "$('.row.summary') && $('.row > .note') && $('.tile')")
                let places = [
                    ".row.summary", ".row > .note", ".sender", ".heading h1", ".tile", ".trouble", ".app > span",
                ]
                for place in places {
                    let overflow = try browser.value(pane: 1, of: "getComputedStyle($('\(place)')).overflowY")
                    #expect(["auto", "clip", "hidden"].contains(overflow as? String), "\(place): \(overflow)")
                }
            }
        }
    }
}

extension Browser {
    /// The bytes of a picture in PNG format that the page draws.
    fileprivate func drawnPicture(width: Int, height: Int) throws -> [UInt8] {
        let script = """
            const canvas = document.createElement('canvas')
            ;[canvas.width, canvas.height] = arguments
            const context = canvas.getContext('2d')
            context.fillStyle = '#c02020'
            context.fillRect(0, 0, canvas.width, canvas.height)
            return canvas.toDataURL('image/png').split(',')[1]
            """
        let text = try #require(try run(script, width, height) as? String)
        return [UInt8](try #require(Data(base64Encoded: text)))
    }
}
