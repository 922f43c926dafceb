import Foundation
import MayflyModel
import MayflyTestSupport
import Testing

extension ExtensionBrowserTests {
    /// Whatever an extension puts into the input field stands there whole before it is sent, with the name of the extension.
    @Suite struct Staged {
        private static let title = "I owe bob money and will pay. " + String(repeating: "Have a nice day. ", count: 20)
        private static let caption = String(repeating: "Ice cream is good. ", count: 20) + "I pay for all of it."

        /// Nothing of a staged message is cut or lies on something else, and what its bubble leaves out stands below. Where the message does
        /// not fit, it is sent when all of it was in view.
        @Test func aMessageIsShownWhole() async throws {
            try await Browser.onPuppet { browser, page, folder in
                try Data(try SampleFiles.bytes("grey.jpg")).write(to: URL(filePath: folder.path + "/p.png"))
                let parts = [
                    "image=p.png", "title=\(Self.title)", "subtitle=below it", "caption=\(Self.caption)",
                    "subcaption=the end",
                    "trailing=right", "label=spoken words", "summary=words of the summary",
                    "url=https://example.com/sign me?\u{202E}a",
                ]
                try folder.write("didPerformAction message " + parts.joined(separator: "|"))
                try browser.click(".tile")
                try browser.press("run")
                try browser.wait(pane: 0, for: "$('.waiting.message .shown')?.naturalWidth > 0")
                for scheme in ["light", "dark"] {
                    try browser.prefer(["prefers-color-scheme": scheme])
                    try browser.picture("staged-\(scheme)")
                    #expect(try browser.value(pane: 0, of: Self.cut) as? [String] == [])
                }
                try browser.prefer([:])
                let words = try #require(try browser.value(pane: 0, of: "$('.waiting.message').innerText") as? String)
                for part in [
                    Self.title.trimmingCharacters(in: .whitespaces), "below it", Self.caption, "the end", "right",
                    "Spoken: spoken words", "Summary: words of the summary",
                    "Opens: https://example.com/sign%20me?%E2%80%AEa",
                ] {
                    #expect(words.contains(part), "\(part) is not in \(words)")
                }
                try browser.wait(pane: 0, for: "!$('.send').disabled && !$('.send').hasAttribute('data-held')")
                try browser.click(".send")
                try browser.wait(pane: 0, for: "$('.trouble').innerText.includes('Scroll through all of it')")
                let scroll = """
                    const done = arguments[arguments.length - 1]
                    const staged = document.querySelector('.staged')
                    const step = () => {
                      if (staged.scrollTop + staged.clientHeight >= staged.scrollHeight - 1) return done(true)
                      staged.addEventListener('scroll', step, { once: true })
                      staged.scrollTop += staged.clientHeight / 2
                    }
                    step()
                    """
                #expect(try browser.runAsync(scroll) as? Bool == true)
                try browser.picture("staged-end")
                try browser.send(pane: 0)
                try browser.wait(pane: 1, for: "$('button.card-bubble .title')")
            }
        }

        /// Texts of which less is seen than there is: in an element that cuts, or on or below a picture.
        private static let cut = """
            (() => {
              const place = $('.waiting.message')
              const picture = place.querySelector('.shown')
              const box = (one) => one.getBoundingClientRect()
              const cut = []
              for (const one of place.querySelectorAll('*')) {
                if (!one.innerText || one.closest('button')) continue
                const [words, style] = [one.innerText.slice(0, 40), getComputedStyle(one)]
                if (style.overflowY !== 'visible' && (one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1)) cut.push(`cut: ${words}`)
                for (let around = one.parentElement; around !== place.parentElement; around = around.parentElement) {
                  const [inner, outer] = [box(one), box(around)]
                  const isIn = inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1 && inner.left >= outer.left - 1 && inner.right <= outer.right + 1
                  if (getComputedStyle(around).overflowY !== 'visible' && !isIn) cut.push(`outside: ${words}`)
                }
                if (!one.contains(picture) && box(one).top < box(picture).bottom - 1 && box(one).bottom > box(picture).top) cut.push(`on the picture: ${words}`)
              }
              const shape = picture.naturalWidth / picture.naturalHeight
              if (Math.abs(box(picture).width / box(picture).height / shape - 1) > .05) cut.push('the picture is cropped')
              return cut
            })()
            """

        /// What a layout has and its bubble does not show is told, too, and so is that a message expires.
        @Test func whatABubbleLeavesOutIsTold() async throws {
            let parts = [
                "title=a title", "subtitle=a subtitle", "subcaption=words below", "trailing=right", "expires=1",
                "url=?a",
            ]
            try await Browser.onPuppet("didPerformAction message " + parts.joined(separator: "|")) { browser, _ in
                try browser.click(".tile")
                try browser.press("run")
                try browser.wait(pane: 0, for: "$('.waiting.message .card-bubble')")
                let lines =
                    try browser.value(pane: 0, of: "$$('.waiting .also').map((one) => one.innerText)") as? [String]
                #expect(
                    lines == [
                        "Title: a title", "Subtitle: a subtitle", "Subcaption: words below",
                        "Expires: some time after it is read, but not on older devices",
                    ]
                )
            }
        }

        /// The host gives 4,096 bytes of each text of a message: one that has more is not sent from here.
        @Test func aMessageWithATextThatIsTooLongIsNotSent() async throws {
            try await Browser.onDevices([]) { browser, _ in
                let script = """
                    const done = arguments[arguments.length - 1]
                    import('/staged.js').then(({ isCut }) => done([
                      isCut({ layout: { caption: 'a'.repeat(4096) + '…' } }), isCut({ layout: null, summary: '語'.repeat(1365) + '…' }),
                      isCut({ layout: { caption: 'a'.repeat(4096), image: { name: 'b'.repeat(5000) + '…' } } }), isCut({ spoken: 'short …' }),
                    ])).catch((error) => done([String(error)]))
                    """
                let found = try browser.runAsync(script) as? [Bool]
                #expect(found == [true, true, false, false])
            }
        }

        /// The name under which a picture is sent stands below it, and who attached it, in the field and in the row.
        @Test func anAttachmentHasItsNameAndItsExtension() async throws {
            try await Browser.onPuppet { browser, _, folder in
                try Data(try SampleFiles.bytes("grey.jpg")).write(to: URL(filePath: folder.path + "/p.png"))
                try folder.write(
                    "didPerformAction attach p.png|I owe bob money (signed).png\ndidPerformAction sticker p.png|a promise"
                )
                try browser.click(".tile")
                try browser.press("run")
                try browser.wait(
                    pane: 0,
                    for: "$$('.waiting').length === 2 && $$('.waiting img').every((one) => one.naturalWidth > 0)"
                )
                let told = try browser.value(
                    pane: 0,
                    of:
                        "$$('.waiting').map((one) => [...one.querySelectorAll('p')].map((line) => line.innerText).join(' | '))"
                )
                #expect(told as? [String] == ["I owe bob money (signed).png | by puppet", "a promise | by puppet"])
                try browser.picture("staged-attachments")
                try browser.send(pane: 0)
                for pane in 0...1 {
                    try browser.wait(
                        pane: pane,
                        for: "$('.row.attachment .attached')?.innerText.includes('(signed).png')"
                    )
                    #expect(
                        try browser.value(
                            pane: pane,
                            of: "$$('.row.attachment .sender').at(-1)?.innerText"
                        ) as? String == "by puppet"
                    )
                }
            }
        }

        /// Characters that are not seen, or that turn others around, are told in the field, and written out in the conversation.
        @Test func hiddenCharactersAreToldAndWritten() async throws {
            let tags = "pay".unicodeScalars.map { String(UnicodeScalar(0xE0000 + $0.value) ?? "?") }.joined()
            let emoji = "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467} \u{2764}\u{FE0F}"
            let persian = "\u{645}\u{6CC}\u{200C}\u{62E}\u{648}\u{627}\u{647}\u{645}"
            let kept = "\(emoji) \(persian)\nin two lines"
            try await Browser.onDevices([]) { browser, page in
                let client = try PageClient(page)
                let window = try client.openWindow()
                try client.call("window.replaceText", ["window": window, "text": kept])
                try browser.wait(pane: 0, for: "$('textarea').value.endsWith('in two lines')")
                #expect(try browser.value(pane: 0, of: "$('.field [role=status]').hidden") as? Bool == true)
                let text = "\(kept) Hello\(tags)\u{200B} \u{202E}bob"
                try client.call("window.replaceText", ["window": window, "text": text])
                try browser.wait(
                    pane: 0,
                    for: """
                        !$('.field [role=status]').hidden
                          && $('.field [role=status]').innerText === '5 hidden characters: \\\\u{E0070} \\\\u{E0061} \\\\u{E0079} \\\\u{200B} \\\\u{202E}'
                        """
                )
                try browser.picture("hidden-characters")
                try browser.send(pane: 0)
                let written = "\(kept) Hello\\u{E0070}\\u{E0061}\\u{E0079}\\u{200B} \\u{202E}bob"
                for pane in 0...1 {
                    try browser.wait(pane: pane, for: "$('.words')?.textContent === given[0]", written)
                }
                try browser.wait(pane: 0, for: "$('.field [role=status]').hidden")
            }
        }
    }
}
