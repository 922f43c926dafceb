import Foundation
import MayflyConformance
import MayflyTestSupport
import Testing

extension ExtensionBrowserTests {
    /// The grid of stickers, and what a person does with them.
    @Suite struct Stickers {
        @Test(.proves("C-236")) func stickersArePeeledByMouseAndByKeyboard() async throws {
            try await Browser.onDevices([Samples.smileys]) { browser, _ in
                try browser.type("Look\u{E007}", into: "textarea")
                try browser.wait(pane: 1, for: "$('.words')?.innerText === 'Look'")
                try browser.press("Apps")
                try browser.press("Smileys")
                try browser.wait(for: "document.querySelector('.sticker-button img')?.naturalWidth > 0")
                #expect(try browser.screenColours(".sticker-button img", pane: 0) > 5)
                let ends = try #require(
                    try browser.run(
                        """
                        const middle = (name) => { const box = document.querySelector(name).getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2] }
                        return [...middle('.sticker-button'), ...middle('.body')].map(Math.round)
                        """
                    ) as? [Int]
                )
                try browser.drag(from: (ends[0], ends[1]), to: (ends[2], ends[3]))
                try browser.wait(pane: 1, for: "$('.peeled')?.naturalWidth > 0")
                // The text below it is grey.
                #expect(try browser.screenColours(".peeled", pane: 1) > 5)
                #expect(try browser.colours(of: ".peeled", pane: 1).contains(where: Self.isColourful))
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
                try browser.type("Here", into: "textarea")
                try browser.send(pane: 0)
                try browser.wait(pane: 0, for: "$$('.words').at(-1).innerText === 'Here'")
                // A tap puts one there.
                try browser.click(".sticker-button")
                try browser.wait(for: "document.querySelector('.waiting img')?.naturalWidth > 0")
                // The keyboard: P, the bubble, a place on it, there. The newest bubble is offered first.
                try browser.tab(to: "one === $$('.sticker-button')[1]", pane: 0)
                try browser.press(keys: "p\u{E007}\u{E014}\u{E014}+r\u{E007}")
                try browser.wait(pane: 1, for: "$$('.peeled').length === 2")
                try browser.press(keys: "p\u{E013}\u{E007}\u{E007}")
                try browser.wait(pane: 1, for: "$$('.peeled').length === 3")
                let rows =
                    "$$('.place:has(.peeled)').map((one) => `${one.innerText} ${one.querySelectorAll('.peeled').length}`).join()"
                #expect(try browser.value(pane: 1, of: rows) as? String == "Look 2,Here 1")
                // Plus makes it larger.
                let widths = "$$('.peeled').map((one) => parseFloat(one.style.inlineSize.replace('min(', '')))"
                let points = try #require(try browser.value(pane: 1, of: widths) as? [Double])
                #expect(abs(points[2] / points[1] - 1.15) < 0.001, "\(points)")
                // On bob's device it lies at the same place, as large and as turned.
                let shapes = try (0...1).map { pane in
                    try #require(
                        try browser.value(
                            pane: pane,
                            of:
                                "$$('.peeled').map((one) => [one.alt, one.style.left, one.style.top, one.style.inlineSize, one.style.rotate].join())"
                        ) as? [String]
                    )
                }
                #expect(
                    shapes[0].map { $0.replacing("You", with: "alice") }
                        == shapes[1].map { $0.replacing("You", with: "alice") }
                )
                #expect(shapes[1][2].contains(",60%,") && shapes[1][2].hasSuffix("15deg"), "\(shapes[1])")
                try browser.picture("stickers")
            }
        }

        /// A slip of a few points is no way to a bubble that lies behind the extension.
        @Test func aStickerIsPutOnlyOnABubbleInView() async throws {
            let cells = Array(repeating: "a.png", count: 12).joined(separator: ",")
            let script = "didPerformAction cells \(cells)\ndidPerformAction browse 1"
            try await Browser.onPuppet { browser, _, folder in
                try folder.write(script)
                try Data(SampleFiles.bytes("clear-half.png")).write(to: URL(filePath: folder.path + "/a.png"))
                let words = String(repeating: "words of a message that is long ", count: 30)
                for number in 1...3 {
                    try browser.type(words, into: "textarea")
                    try browser.send(pane: 0)
                    try browser.wait(pane: 0, for: "$$('.row').length === given[0]", number)
                }
                try browser.click(".tile")
                try browser.press("run")
                try browser.wait(for: "document.querySelector('.sticker-button img')?.naturalWidth > 0")
                try browser.run(
                    """
                    window.calls = []
                    const send = WebSocket.prototype.send
                    WebSocket.prototype.send = function (text) {
                      window.calls.push(JSON.parse(text).method)
                      send.call(this, text)
                    }
                    // Rows lie under the extension.
                    document.querySelector('.transcript').scrollTop = 0
                    """
                )
                #expect(try browser.slips() == true)
                // It becomes smaller while the pointer is down.
                try browser.press("Make it larger")
                try browser.wait(pane: 0, for: "$('.rest').inert && $('.extension').clientHeight > 300")
                #expect(try browser.slips() == true)
                try browser.run("document.querySelector('.sticker-button').focus()")
                try browser.press(keys: "p\u{E007}\u{E007}")
                #expect(
                    try browser.slips(
                        while: "document.querySelector('.grabber').click()",
                        "!document.querySelector('.rest').inert"
                    ) == true
                )
                let calls = try browser.run("return window.calls") as? [String]
                #expect(calls?.contains("window.setStyle") == true && calls?.contains("window.placeSticker") == false)
            }
        }

        /// The cells have 300, 408 and 618 pixels at three pixels a point. A larger picture is made smaller, a smaller one is
        /// in the middle as large as it is.
        @Test(.proves("C-234"), .proves("C-235")) func theCellsHaveTheSizeOfThePack() async throws {
            let scratch = try ScratchFolder()
            let sizes: [(name: String?, pixels: Double)] = [
                ("small", 300), ("regular", 408), ("large", 618), (nil, 408),
            ]
            let packs = try sizes.map { try Self.pack($0.name, in: scratch) }
            try await Browser.onDevices(packs) { browser, _ in
                for (name, pixels) in sizes {
                    try browser.press("Apps")
                    try browser.press(Self.title(name))
                    try Self.expect(side: pixels / 3, browser)
                    try browser.click(".extension [aria-label=Close]")
                    try browser.wait(pane: 0, for: "$('.extension').hidden")
                }
            }
        }

        private static func expect(side: Double, _ browser: Browser) throws {
            try browser.wait(
                pane: 0,
                for: "$$('.sticker-button img').filter((one) => one.naturalWidth > 0).length === 2"
            )
            let boxes = try #require(
                try browser.run(
                    """
                    const box = (one) => { const { x, y, width, height } = one.getBoundingClientRect(); return [x, y, width, height] }
                    return [...document.querySelectorAll('.cell')].map((cell) => [box(cell), box(cell.querySelector('img'))])
                    """
                ) as? [[[Double]]]
            )
            let sizes = [(side, side * 2 / 3), (10, 20.0 / 3)]
            for (box, size) in zip(boxes, sizes) {
                let (cell, picture) = (box[0], box[1])
                #expect(abs(cell[2] - side) < 0.6 && abs(cell[3] - side) < 0.6, "\(cell)")
                #expect(abs(picture[2] - size.0) < 0.6 && abs(picture[3] - size.1) < 0.6, "\(picture)")
                #expect(abs(picture[0] + picture[2] / 2 - cell[0] - cell[2] / 2) < 0.6)
                #expect(abs(picture[1] + picture[3] / 2 - cell[1] - cell[3] / 2) < 0.6)
            }
            #expect(boxes.count == 2)
        }

        private static func title(_ size: String?) -> String { "Sizes \(size ?? "of no name")" }

        /// A pack with a picture of 1,800 by 1,200 pixels and one of 30 by 20.
        private static func pack(_ size: String?, in scratch: ScratchFolder) throws -> String {
            let properties = size.map { #""grid-size": "\#($0)""# } ?? ""
            let stickers = ["large.sticker", "little.sticker"]
            let id = "test.sizes.\(size ?? "none")"
            let pack = try PackFolder(id, called: title(size), properties, of: stickers, in: scratch)
            let little = try #require(
                Data(
                    base64Encoded:
                        "iVBORw0KGgoAAAANSUhEUgAAAB4AAAAUCAIAAAAVyRqTAAAAL0lEQVR42mNQSLiAjC4oKCAjSmQZRo2mn9FUNAtNdtRoOho9mq5Hc+NolhkkRgMAUofIn7f7BEgAAAAASUVORK5CYII="
                )
            )
            for (name, picture) in [("large", try SampleFiles.bytes("clear-half.png")), ("little", [UInt8](little))] {
                try scratch.write(
                    #"{"properties": {"filename": "a.png"}}"#,
                    to: "\(pack.folder)/\(name).sticker/Contents.json"
                )
                try scratch.write(picture, to: "\(pack.folder)/\(name).sticker/a.png")
            }
            return pack.bundle
        }

        private static func isColourful(_ colour: String) -> Bool {
            let number = Int(colour.dropFirst(), radix: 16) ?? 0
            let parts = [number >> 16, number >> 8 & 255, number & 255]
            return (parts.max() ?? 0) - (parts.min() ?? 0) > 40
        }
    }
}

extension Browser {
    /// Drags each sticker a few points, to a place that is also in a bubble behind the extension: whether there was one.
    /// - Parameters:
    ///   - act: what happens while the pointer is down.
    ///   - condition: what becomes true by that.
    fileprivate func slips(while act: String = "", _ condition: String = "true") throws -> Bool? {
        let script = """
            const done = arguments[arguments.length - 1]
            const boxes = [...document.querySelector('.pane').querySelectorAll('.body')].map((one) => one.getBoundingClientRect())
            const isOn = (x, y) => boxes.some((box) => x > box.left && x < box.right && y > box.top && y < box.bottom)
            const middle = (one) => { const box = one.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2] }
            const found = [...document.querySelectorAll('.sticker-button')].filter((one) => {
              const [x, y] = middle(one)
              return isOn(x + 9, y) && document.elementFromPoint(x, y) === one
            })
            const event = (target, type, clientX, clientY) => target.dispatchEvent(new PointerEvent(type, { clientX, clientY, bubbles: true }))
            const starts = found.map((one) => [one, ...middle(one)])
            for (const [one, x, y] of starts) event(one, 'pointerdown', x, y)
            \(act)
            const look = () => {
              if (!(\(condition))) return setTimeout(look, 20)
              for (const [, x, y] of starts) event(window, 'pointermove', x + 9, y)
              for (const [, x, y] of starts.slice(0, 1)) event(window, 'pointerup', x + 9, y)
              done(found.length > 0)
            }
            look()
            """
        return try runAsync(script) as? Bool
    }
}
