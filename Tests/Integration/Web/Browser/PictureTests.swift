import Foundation
import MayflyTestSupport
import Testing

extension ExtensionBrowserTests {
    /// Pictures of the transcript, shown larger.
    @Suite struct Pictures {
        /// A press on an attached picture shows it in a sheet: the picture that the host has made, with its words. The keyboard opens and
        /// closes it, and comes back to where it was.
        @Test(arguments: [1_100, 360]) func anAttachedPictureIsShownLarger(width: Int) async throws {
            let picture = Checkout.folder.appending(path: "Tests/Support/SampleFiles/grey.jpg").path
            try await ServedPage.with { page, _ in
                let browser = try Browser.on(page, width: width, height: 740)
                try browser.choose([picture], for: "input[type=file]")
                try browser.wait(pane: 0, for: "$('.waiting')")
                try browser.send(pane: 0)
                try browser.wait(pane: 0, for: "$('.attached .shown')?.naturalWidth > 0")
                try browser.click(".opened")
                let sheet = "document.querySelector('dialog.picture-sheet[open]')"
                try browser.wait(for: "\(sheet)?.querySelector('img').naturalWidth > 0")
                try browser.picture("picture-\(width)")
                let shown = try #require(
                    try browser.run(
                        """
                        const image = \(sheet).querySelector('img')
                        const [box, all] = [image.getBoundingClientRect(), \(sheet).getBoundingClientRect()]
                        return [
                          image.alt, \(sheet).ariaLabel, String(new URL(image.src).pathname.includes('/pictures/')),
                          String(box.width >= document.querySelector('.opened img').getBoundingClientRect().width),
                          String(all.left >= 0 && all.right <= innerWidth && all.bottom <= innerHeight && box.right <= all.right),
                          \(sheet).querySelector('a[download]').innerText.includes('grey.jpg') + '',
                        ]
                        """
                    ) as? [String]
                )
                let words = "Attachment: grey.jpg"
                #expect(shown == [words, words, "true", "true", "true", "true"])
                try browser.press(keys: "\u{E00C}")
                try browser.wait(for: "!document.querySelector('dialog')")
                try browser.wait(for: "document.activeElement.matches('.opened')")
                try browser.press(keys: "\u{E007}")
                try browser.wait(for: "\(sheet)?.contains(document.activeElement)")
                try browser.press(keys: "\u{E007}")
                try browser.wait(for: "!document.querySelector('dialog')")
                try browser.wait(for: "document.activeElement.matches('.opened')")
                #expect(try browser.errors() == [])
            }
        }
    }
}
