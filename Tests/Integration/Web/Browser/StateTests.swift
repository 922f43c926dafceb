import Foundation
import MayflyTestSupport
import Testing

extension BrowserTests {
    /// Every state of the page, judged by axe-core: names, roles, contrast, what the keyboard reaches.
    @Suite(.enabled(if: AxeCore.source != nil, "axe-core is missing"))
    struct States {
        /// Judges the page as it is, light and dark, and keeps a picture of it.
        private static func judge(_ state: String, _ browser: Browser) throws {
            for scheme in ["light", "dark"] {
                try browser.prefer(["prefers-color-scheme": scheme, "prefers-reduced-motion": "reduce"])
                let violations = try browser.violations()
                #expect(violations.isEmpty, "\(state), \(scheme): \(violations.joined(separator: "\n"))")
                if scheme == "light" { try browser.picture("state-\(state)") }
            }
        }

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
                try Self.judge("list", browser)
                try browser.press("New conversation")
                try browser.wait(for: "document.querySelector('dialog[open] fieldset')")
                try Self.judge("new-conversation", browser)
                try browser.press(keys: "\u{E00C}")
                for pane in 0...1 { try browser.click(".conversation", pane: pane) }
                for pane in 0...1 { try browser.wait(pane: pane, for: Browser.isOpen) }
                try Self.judge("empty-conversation", browser)
                try browser.type("Hello", into: "textarea")
                try browser.choose([picture, folder.at("notes.txt")], for: "input[type=file]")
                try browser.wait(pane: 0, for: "$$('.waiting').length === 2")
                try Self.judge("field", browser)
                try browser.send(pane: 0)
                try browser.wait(pane: 1, for: "$$('.row').length === 3 && $('.attached .shown')")
                try browser.type("\u{645}\u{631}\u{62D}\u{628}\u{627}\u{E007}", into: "textarea", pane: 1)
                try browser.wait(pane: 0, for: "$$('.row').length === 4")
                try Self.judge("transcript", browser)
                try browser.press("Apps")
                try browser.wait(pane: 0, for: "$('.tile')")
                try Self.judge("drawer", browser)
                try browser.press("Smileys")
                try browser.wait(pane: 0, for: "$('.sticker-button img')?.naturalWidth > 0")
                try Self.judge("stickers", browser)
                try browser.run("document.querySelector('.sticker-button').focus()")
                try browser.press(keys: "p")
                try browser.wait(for: "document.querySelector('.flying')")
                try Self.judge("placing-a-sticker", browser)
                try browser.press(keys: "\u{E00C}")
                try browser.click(".opened")
                try browser.wait(for: "document.querySelector('.picture-sheet img')?.naturalWidth > 0")
                try Self.judge("picture", browser)
                #expect(try browser.errors() == [])
            }
        }

        @Test func extensionsHaveNoViolation() async throws {
            try await Browser.onDevices([Samples.tally, Samples.iceCream]) { browser, page in
                try browser.press("Apps")
                try browser.press("Tally")
                try browser.wait(pane: 0, for: "$('.extension[data-state=view] .card')")
                try Self.judge("compact", browser)
                let client = try PageClient(page)
                let workers = try #require(try client.call("workers.list")["workers"] as? [[String: Any]])
                kill(Int32(try #require(workers.first?["pid"] as? Int)), SIGKILL)
                try browser.wait(pane: 0, for: "$('.failure[role=alert]')")
                try Self.judge("crash", browser)
                try browser.press("Close")
                try browser.press("Apps")
                try browser.press("Ice Cream Builder")
                try browser.press("New ice cream")
                try browser.wait(
                    pane: 0,
                    for: "$('.extension').dataset.style === 'expanded' && $('.card img')?.naturalWidth > 0"
                )
                try Self.judge("expanded", browser)
                try browser.press("Cone")
                try browser.wait(pane: 0, for: "$('.waiting .card-bubble img')?.naturalWidth > 0")
                try Self.judge("staged-message", browser)
                try browser.send(pane: 0)
                try browser.wait(pane: 1, for: "$('button.card-bubble img.shown')?.naturalWidth > 0")
                try Self.judge("message", browser)
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
                    try Self.judge("machine-\(part.lowercased())", browser)
                }
                try browser.press(keys: "\u{E00C}")
                try browser.wait(for: "!document.querySelector('dialog')")
                try browser.run("import('/links.js').then(({ askToOpen }) => askToOpen('https://example.com/a'))")
                try browser.wait(for: "document.querySelector('dialog a.button')")
                try Self.judge("link", browser)
            }
        }
    }
}

/// The rules of axe-core, which `.ci/setup tests` fetches.
private enum AxeCore {
    static let source = try? String(
        contentsOf: Checkout.folder.appending(path: ".build/axe/axe.min.js"),
        encoding: .utf8
    )
}

extension Browser {
    /// Whether axe-core is there.
    static var canJudge: Bool { AxeCore.source != nil }

    /// What axe-core finds wrong on the page as it is now: the rule, what it says, and the elements.
    func violations() throws -> [String] {
        try run(try #require(AxeCore.source))
        let script = """
            const done = arguments[arguments.length - 1]
            for (const one of document.getAnimations()) one.finish()
            axe.run(document, { resultTypes: ['violations'] }).then(
              ({ violations }) => done(violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map((one) => one.html).join(' ')}`)),
              (error) => done([String(error)]))
            """
        return try #require(try runAsync(script) as? [String])
    }
}
