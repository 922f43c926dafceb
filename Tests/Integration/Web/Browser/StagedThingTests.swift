import Foundation
import Testing

extension ExtensionBrowserTests {
    /// Stickers and files that wait in the input field are seen whole before they are sent.
    @Suite struct StagedThings {
        /// However long it is, and without a blank to break it at.
        @Test func aNameWithoutBlanksIsInView() async throws {
            let name = "Plan.pdf" + String(repeating: "_", count: 100) + "_and_bob_is_a_thief.txt"
            try await Browser.onPuppet { browser, _, folder in
                try folder.write("words", to: "a.txt")
                try folder.write("didPerformAction attach a.txt|\(name)")
                try browser.click(".tile")
                try browser.press("run")
                try browser.wait(pane: 0, for: "$('.waiting .file')?.textContent.includes('is_a_thief.txt')")
                try browser.picture("long-name")
                // Each line of it lies in the field.
                let isInView = """
                    (() => {
                      const range = document.createRange()
                      range.selectNodeContents($('.waiting .file'))
                      const { left, right } = $('.staged').getBoundingClientRect()
                      return $('.staged').scrollWidth <= $('.staged').clientWidth
                        && [...range.getClientRects()].every((line) => line.left >= left && line.right <= right)
                    })()
                    """
                #expect(try browser.value(pane: 0, of: isInView) as? Bool == true)
            }
        }

        @Test func whatGoesOutAtASideIsNotSent() async throws {
            try await Browser.onPuppet { browser, _, folder in
                try folder.write("words", to: "a.txt")
                try folder.write("didPerformAction attach a.txt|a.txt")
                try browser.run(
                    """
                    const wide = new CSSStyleSheet()
                    wide.replaceSync('.waiting { min-inline-size: 900px; max-inline-size: none !important }')
                    document.adoptedStyleSheets.push(wide)
                    """
                )
                try browser.runWithoutTime()
                try browser.wait(pane: 0, for: "$('.staged').scrollWidth > $('.staged').clientWidth + 100")
                try browser.passTime(60_000)
                try Self.expectThatItDoesNotFit(browser)
            }
        }

        /// A press of Send sends nothing, and says that not all of it was seen.
        private static func expectThatItDoesNotFit(_ browser: Browser) throws {
            try #require(try browser.sends() == false)
            #expect(
                try browser.value(pane: 0, of: "$('.trouble').innerText.includes('does not fit')") as? Bool == true
            )
        }

        /// A page that was made larger has only a part of itself on the screen.
        @Test func whatIsBesideTheScreenIsNotSent() async throws {
            let script = "didPerformAction message url=?a|caption=I owe bob 5000 euro and pay on Monday"
            try await Browser.onPuppet(script) { browser, _ in
                try browser.stopClock()
                try browser.click(".tile")
                try browser.wait(pane: 0, for: "$('.card-button')")
                // Send is on the screen, and what waits is not.
                try browser.run(
                    """
                    const corner = new CSSStyleSheet()
                    corner.replaceSync('.pane:nth-of-type(1) .send { position: fixed; inset: 10px auto auto 10px; z-index: 9 }')
                    document.adoptedStyleSheets.push(corner)
                    """
                )
                let metrics: [String: Any] = ["width": 1_000, "height": 800, "deviceScaleFactor": 1, "mobile": true]
                try browser.command("Emulation.setDeviceMetricsOverride", metrics)
                try browser.command("Emulation.setPageScaleFactor", ["pageScaleFactor": 4])
                try browser.wait(for: "visualViewport.scale > 2")
                try browser.run("document.querySelector('.card-button').click()")
                try browser.wait(pane: 0, for: "$('.waiting') && !$('.send').disabled")
                try browser.passTime(60_000)
                try Self.expectThatItDoesNotFit(browser)
            }
        }

        /// The button that takes a thing out lies beside it, and the thing is at least half as large as in the transcript.
        @Test func noPartOfAPictureIsCovered() async throws {
            try await Browser.onPuppet { browser, _, folder in
                for name in ["clear-half.png", "grey.jpg"] {
                    try Data(SampleFiles.bytes(name)).write(to: URL(filePath: "\(folder.path)/\(name)"))
                }
                try folder.write(
                    "didPerformAction sticker clear-half.png|hi\ndidPerformAction attach grey.jpg|a picture.jpg"
                )
                try browser.click(".tile")
                try browser.press("run")
                try browser.wait(
                    pane: 0,
                    for: "$$('.waiting').length === 2 && $$('.waiting .thumb').every((one) => one.naturalWidth > 1)"
                )
                try browser.picture("staged-things")
                let covered = """
                    $$('.waiting .thumb').flatMap((one) => {
                      one.scrollIntoView({ block: 'nearest' })
                      const { left, top, width, height } = one.getBoundingClientRect()
                      const at = [.02, .2, .4, .6, .8, .98]
                      return at.flatMap((x) => at.map((y) => [x, y])).filter(([x, y]) =>
                        document.elementFromPoint(left + x * width, top + y * height) !== one)
                    })
                    """
                let found = try #require(try browser.value(pane: 0, of: covered) as? [[Double]])
                // The corners are round.
                #expect(found.allSatisfy { $0.allSatisfy { $0 == 0.02 || $0 == 0.98 } }, "\(found)")
                // How large each is drawn, for each point of the file.
                let scales = """
                    $$('img.thumb, .sticker-picture, .attached .shown').filter((one) => one.naturalWidth > 1).map((one) => {
                      const { width, height } = one.getBoundingClientRect()
                      return Math.min(width / one.naturalWidth, height / one.naturalHeight)
                    })
                    """
                let waiting = try #require(try browser.value(pane: 0, of: scales) as? [Double])
                try browser.send(pane: 0)
                let isThere = "$('.sticker-picture')?.naturalWidth > 1 && $('.attached .shown')?.naturalWidth > 1"
                try browser.wait(pane: 1, for: isThere)
                let sent = try #require(try browser.value(pane: 1, of: scales) as? [Double])
                #expect(waiting.count == 2 && sent.count == 2)
                for (one, other) in zip(waiting, sent) { #expect(one >= other / 2 - 0.001, "\(waiting) \(sent)") }
            }
        }

        /// Joiners that join nothing are as hidden as other characters that are not seen.
        @Test func joinersThatJoinNothingAreHidden() async throws {
            let run = String(repeating: "\u{200C}\u{200D}\u{200D}", count: 8)
            try await Browser.onDevices([]) { browser, page in
                let client = try PageClient(page)
                let window = try client.openWindow()
                let text = "See you at eight" + run
                try client.call("window.replaceText", ["window": window, "text": text])
                try browser.wait(pane: 0, for: "$('textarea').value.startsWith('See you')")
                #expect(
                    try browser.value(
                        pane: 0,
                        of: "$('.field [role=status]').checkVisibility() && $('.field [role=status]').innerText"
                    ) as? String == "23 hidden characters: \\u{200D} \\u{200C}"
                )
            }
        }
    }
}
