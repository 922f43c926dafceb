import Foundation
import MayflyConformance
import MayflyTestSupport
import Testing

extension ExtensionBrowserTests {
    /// Stickers that move.
    @Suite struct MovingStickers {
        private static let (red, blue) = ([255, 0, 0], [0, 0, 255])

        /// It is red for some seconds, and blue from then on. Who opens the pack again sees it red again. Who asked for less motion sees it
        /// red all the time.
        @Test(.proves("C-237")) func eachShowingBeginsAtTheFirstFrame() async throws {
            let scratch = try ScratchFolder()
            let pack = try PackFolder("test.moves", called: "Moves", of: ["once.sticker"], in: scratch)
            try scratch.write(
                #"{"properties": {"filename": "a.gif"}}"#,
                to: "\(pack.folder)/once.sticker/Contents.json"
            )
            try scratch.write(Self.redThenBlue, to: "\(pack.folder)/once.sticker/a.gif")
            try await Browser.onDevices([pack.bundle]) { browser, _ in
                try browser.prefer(["prefers-reduced-motion": "reduce"])
                try browser.press("Apps", pane: 1)
                try browser.press("Moves", pane: 1)
                let still = ".pane:last-child .sticker-button canvas"
                for _ in 0..<1_000 {
                    if try Self.colour(browser, still) == Self.red { break }
                }
                try browser.prefer([:])
                // On a busy machine the picture of the page may come after the last frame.
                var beginnings = 0
                for _ in 0..<20 where beginnings < 2 {
                    try browser.press("Apps")
                    try browser.press("Moves")
                    try browser.wait(pane: 0, for: "$('.sticker-button img')?.naturalWidth > 0")
                    if try Self.colour(browser) == Self.red { beginnings += 1 }
                    let last = try Self.last(browser)
                    #expect(last == Self.blue)
                    #expect(try Self.colour(browser, still) == Self.red)
                    guard last == Self.blue else { return }
                    try browser.click(".extension [aria-label=Close]")
                    try browser.wait(pane: 0, for: "$('.extension').hidden")
                }
                #expect(beginnings == 2)
            }
        }

        /// The colour when it is not red any more.
        private static func last(_ browser: Browser) throws -> [Int] {
            for _ in 0..<1_000 {
                let colour = try colour(browser)
                if colour != red { return colour }
            }
            return red
        }

        /// The colour in the middle of the sticker, as the browser draws it.
        private static func colour(_ browser: Browser, _ selector: String = ".sticker-button img") throws -> [Int] {
            let place = try #require(
                try browser.run(
                    """
                    const { x, y, width, height } = (document.querySelector(arguments[0]) ?? document.body).getBoundingClientRect()
                    return [x + width / 2, y + height / 2]
                    """,
                    selector
                ) as? [Double]
            )
            let clip: [String: Any] = ["x": place[0], "y": place[1], "width": 1, "height": 1, "scale": 1]
            let answer = try browser.command("Page.captureScreenshot", ["clip": clip]) as? [String: Any]
            let colour = try browser.runAsync(
                """
                const [picture, done] = arguments
                const bytes = Uint8Array.from(atob(picture), (one) => one.charCodeAt(0))
                createImageBitmap(new Blob([bytes], { type: 'image/png' })).then((bitmap) => {
                  const context = new OffscreenCanvas(1, 1).getContext('2d')
                  context.drawImage(bitmap, 0, 0)
                  done([...context.getImageData(0, 0, 1, 1).data.slice(0, 3)])
                })
                """,
                try #require(answer?["data"] as? String)
            )
            return try #require(colour as? [Int])
        }

        /// A GIF of 300 by 300 pixels that is played once: three seconds red, then blue.
        private static var redThenBlue: [UInt8] {
            let number: [UInt8] = [300 % 256, 300 / 256].map { UInt8($0) }
            let size = number + number
            let colours: [UInt8] = [255, 0, 0, 0, 0, 255, 0, 0, 0, 0, 0, 0]
            let head = Array("GIF89a".utf8) + size + [0x81, 0, 0] + colours
            let frames = (0...1).flatMap { colour -> [UInt8] in
                let delay: [UInt8] = [0x21, 0xF9, 4, 0] + number + [0, 0]
                return delay + [0x2C, 0, 0, 0, 0] + size + [0, 2] + blocks(codes(colour, count: 300 * 300)) + [0]
            }
            return head + frames + [0x3B]
        }

        /// Pixels of one colour in codes of three bits (GIF89a, appendix F): the table is cleared before it needs longer ones.
        private static func codes(_ colour: Int, count: Int) -> [UInt8] {
            var bytes: [UInt8] = []
            var (bits, length) = (0, 0)
            func put(_ code: Int) {
                bits |= code << length
                length += 3
                while length >= 8 {
                    bytes.append(UInt8(bits & 255))
                    (bits, length) = (bits >> 8, length - 8)
                }
            }
            for pixel in 0..<count {
                if pixel % 2 == 0 { put(4) }
                put(colour)
            }
            put(5)
            return bytes + [UInt8(bits & 255)]
        }

        private static func blocks(_ bytes: [UInt8]) -> [UInt8] {
            stride(from: 0, to: bytes.count, by: 255).flatMap { start in
                let block = bytes[start..<min(start + 255, bytes.count)]
                return [UInt8(block.count)] + block
            }
        }
    }
}
