import Foundation
import MayflyTestSupport
import Testing

extension BrowserTests {
    /// Every state of the page, judged by axe-core: names, roles, contrast, what the keyboard reaches.
    @Suite(.enabled(if: Browser.canJudge, "axe-core is missing"))
    struct States {
        /// A page with a fault has a violation: the judge is awake.
        @Test func aFaultIsFound() async throws {
            try await Browser.onDevices([]) { browser, _ in
                try browser.run(
                    "document.querySelector('.send').removeAttribute('aria-label'); document.querySelector('.send').title = ''"
                )
                #expect(try browser.violations().contains { $0.hasPrefix("button-name") })
            }
        }

        @Test func conversationsHaveNoViolation() async throws {
            let folder = try ScratchFolder()
            try Data("some words".utf8).write(to: URL(filePath: folder.at("notes.txt")))
            let picture = Checkout.folder.appending(path: "Tests/Support/SampleFiles/moving.png").path
            try await ServedPage.with(bundles: [Samples.smileys], ["--side-by-side", "alice,bob"]) { page, _ in
                let browser = try Browser()
                try browser.open(page.address)
                try browser.wait(pane: 1, for: "$('.conversation')")
                try browser.judge("list")
                try browser.press("New conversation")
                try browser.wait(for: "document.querySelector('dialog[open] fieldset')")
                try browser.judge("new-conversation")
                try browser.press(keys: "\u{E00C}")
                for pane in 0...1 { try browser.click(".conversation", pane: pane) }
                for pane in 0...1 { try browser.wait(pane: pane, for: Browser.isOpen) }
                try browser.judge("empty-conversation")
                try browser.type("Hello", into: "textarea")
                try browser.choose([picture, folder.at("notes.txt")], for: "input[type=file]")
                try browser.wait(pane: 0, for: "$$('.waiting').length === 2")
                try browser.judge("field")
                try browser.send(pane: 0)
                try browser.wait(pane: 1, for: "$$('.row').length === 3 && $('.attached .shown')")
                try browser.type("\u{645}\u{631}\u{62D}\u{628}\u{627}\u{E007}", into: "textarea", pane: 1)
                try browser.wait(pane: 0, for: "$$('.row').length === 4")
                try browser.judge("transcript")
                try browser.press("Apps")
                try browser.wait(pane: 0, for: "$('.tile')")
                try browser.judge("drawer")
                try browser.press("Smileys")
                try browser.wait(pane: 0, for: "$('.sticker-button img')?.naturalWidth > 0")
                try browser.judge("stickers")
                try browser.run("document.querySelector('.sticker-button').focus()")
                try browser.press(keys: "p")
                try browser.wait(for: "document.querySelector('.flying')")
                // The Tab key ends it.
                try browser.judge("placing-a-sticker", byKeys: false)
                try browser.press(keys: "\u{E00C}")
                try browser.click(".opened")
                try browser.wait(for: "document.querySelector('.picture-sheet img')?.naturalWidth > 0")
                try browser.judge("picture")
                #expect(try browser.errors() == [])
            }
        }

        @Test func extensionsHaveNoViolation() async throws {
            try await Browser.onDevices([Samples.tally, Samples.iceCream]) { browser, page in
                try browser.press("Apps")
                try browser.press("Tally")
                try browser.wait(pane: 0, for: "$('.extension[data-state=view] .card')")
                try browser.judge("compact")
                let client = try PageClient(page)
                let workers = try #require(try client.call("workers.list")["workers"] as? [[String: Any]])
                kill(Int32(try #require(workers.first?["pid"] as? Int)), SIGKILL)
                try browser.wait(pane: 0, for: "$('.failure[role=alert]')")
                try browser.judge("crash")
                try browser.press("Close")
                try browser.press("Apps")
                try browser.press("Ice Cream Builder")
                try browser.press("New ice cream")
                try browser.wait(
                    pane: 0,
                    for: "$('.extension').dataset.style === 'expanded' && $('.card img')?.naturalWidth > 0"
                )
                try browser.judge("expanded")
                try browser.press("Cone")
                try browser.wait(pane: 0, for: "$('.waiting .card-bubble img')?.naturalWidth > 0")
                try browser.judge("staged-message")
                try browser.send(pane: 0)
                try browser.wait(pane: 1, for: "$('button.card-bubble img.shown')?.naturalWidth > 0")
                try browser.judge("message")
                try browser.click(".back")
                try browser.press("Extensions and this machine")
                for part in ["Extensions", "Running", "Ended", "Protection"] {
                    try browser.press(tab: part)
                    // What only this part has.
                    let own = [
                        "Extensions": ".things .check", "Running": ".note, .running", "Ended": "summary",
                        "Protection": ".walls li",
                    ]
                    try browser.wait(
                        for: "document.querySelector('.machine-body').querySelector(arguments[0])",
                        own[part] ?? ""
                    )
                    try browser.run("for (const one of document.querySelectorAll('.machine details')) one.open = true")
                    try browser.judge("machine-\(part.lowercased())")
                }
                try browser.press(keys: "\u{E00C}")
                try browser.wait(for: "!document.querySelector('dialog')")
                try browser.run("import('/links.js').then(({ askToOpen }) => askToOpen('https://example.com/a'))")
                try browser.wait(for: "document.querySelector('dialog a.button')")
                try browser.judge("link")
            }
        }
    }
}
