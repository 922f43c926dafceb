import Foundation
import MayflyTestSupport
import Testing

/// The page in a real browser, as people see it: conversations, and what people do in them.
@Suite(.serialized, .enabled(if: BrowserPresenceTests.isThere, "Chromium or its driver is missing"))
enum BrowserTests {}

/// The same for extensions and their cards, stickers, questions and stores. One test of each suite runs at a time: two browsers at most.
@Suite(.serialized, .enabled(if: BrowserPresenceTests.isThere, "Chromium or its driver is missing"))
enum ExtensionBrowserTests {}

/// A run without the tests in the browser says so.
@Suite struct BrowserPresenceTests {
    static var missing: [String] {
        ["/usr/bin/chromium", "/usr/bin/chromedriver"].filter { !FileManager.default.isExecutableFile(atPath: $0) }
    }

    static var isThere: Bool { missing.isEmpty }

    /// Whether `.ci/setup tests` has run to its end here: it installs the browser before it fetches axe-core and python-tuf.
    static var isExpected: Bool {
        ["axe/axe.min.js", "tuf/tuf/__init__.py"].contains {
            FileManager.default.fileExists(atPath: Checkout.folder.appending(path: ".build/\($0)").path)
        }
    }

    @Test func theBrowserIsThere() {
        guard !Self.isThere else { return }
        let names = Self.missing.joined(separator: " and ")
        Issue.record(
            "\(names) is missing ('.ci/setup tests' installs it): the page was not shown in a real browser",
            severity: Self.isExpected ? .error : .warning
        )
    }
}

/// The private folder of a puppet: it follows the script in it.
struct PuppetFolder {
    let path: String

    func write(_ text: String, to name: String = "script") throws {
        try Data(text.utf8).write(to: URL(filePath: path + "/" + name))
    }
}

extension Browser {
    /// Serves devices side by side, and opens their conversation on each of them.
    static func onDevices(
        _ bundles: [String],
        of devices: [String] = ["alice", "bob"],
        profiles: [String: String] = [:],
        _ options: [String] = [],
        _ body: @Sendable (Browser, ServedPage) async throws -> Void
    ) async throws {
        let shown = ["--side-by-side", devices.joined(separator: ",")]
        try await ServedPage.with(bundles: bundles, devices: devices, profiles: profiles, shown) { page, _ in
            try await open(page, on: devices.count, options, body)
        }
    }

    /// The same for alice and bob, where a puppet of alice follows a script, and her drawer is open.
    static func onPuppet(
        _ script: String,
        _ body: @Sendable (Browser, ServedPage) async throws -> Void
    ) async throws {
        let bundle = try #require(try Puppet.bundles.first)
        try await ServedPage.with(bundles: [bundle], ["--side-by-side", "alice,bob"]) { page, tool in
            let path = try Puppet.privateFolder(in: tool.home) + "/script"
            try Data(script.utf8).write(to: URL(filePath: path))
            try await open(page, on: 2) { browser, page in
                try browser.press("Apps")
                try browser.wait(pane: 0, for: "$('.tile')")
                try await body(browser, page)
            }
        }
    }

    /// The same where the script changes.
    static func onPuppet(
        _ body: @Sendable (Browser, ServedPage, PuppetFolder) async throws -> Void
    ) async throws {
        let bundle = try #require(try Puppet.bundles.first)
        try await ServedPage.with(bundles: [bundle], ["--side-by-side", "alice,bob"]) { page, tool in
            let folder = PuppetFolder(path: try Puppet.privateFolder(in: tool.home))
            try await open(page, on: 2) { browser, page in
                try browser.press("Apps")
                try browser.wait(pane: 0, for: "$('.tile')")
                try await body(browser, page, folder)
            }
        }
    }

    /// Opens the conversation on so many devices. The browser complains of nothing.
    static func open(
        _ page: ServedPage,
        on devices: Int,
        _ options: [String] = [],
        _ body: @Sendable (Browser, ServedPage) async throws -> Void
    ) async throws {
        let browser = try Browser(options)
        try browser.open(page.address)
        for pane in 0..<devices { try browser.click(".conversation", pane: pane) }
        for pane in 0..<devices { try browser.wait(pane: pane, for: isOpen) }
        try await body(browser, page)
        let errors = try browser.errors()
        #expect(errors.isEmpty, "\(errors)")
    }

    /// Whether a conversation is shown, and not only its frame.
    static let isOpen = "$('.chat .members').innerText !== ''"

    /// Sends what waits in the field by the button, when it has been there long enough to be seen.
    func send(pane: Int) throws {
        let before = try value(pane: pane, of: "$$('.row').length") as? Int ?? 0
        let isSent = "$$('.row').length > given[0] && !$('.waiting') && $('textarea').value === ''"
        // Within half a second after a change by an extension it is refused with a sentence, and nothing is lost.
        // What does not fit into the field is scrolled through first.
        let isRefused = "!$('.trouble').hidden && /then send(?: it)?\\.$/.test($('.trouble').innerText)"
        for _ in 0..<20 {
            try wait(pane: pane, for: "!$('.send').disabled && !$('.send').hasAttribute('data-held')")
            try run("for (const one of document.querySelectorAll('.trouble')) one.hidden = true")
            try click(".send", pane: pane)
            try wait(pane: pane, for: "(\(isSent)) || (\(isRefused))", before)
            if try run(
                "return !document.querySelectorAll('.pane')[arguments[0]].querySelector('.waiting') && document.querySelectorAll('.pane')[arguments[0]].querySelector('textarea').value === ''",
                pane
            ) as? Bool == true {
                return
            }
            try scrollThroughField(pane: pane)
        }
        let trouble = try value(pane: pane, of: "$('.trouble').innerText")
        throw Failure(description: "it is not sent: \(trouble)")
    }

    /// Shows all that waits in the field, part by part.
    func scrollThroughField(pane: Int) throws {
        let scroll = """
            const [pane, done] = arguments
            const frames = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
            const all = async () => {
              for (const name of ['.box', '.staged', 'textarea']) {
                const element = document.querySelectorAll('.pane')[pane].querySelector(name)
                for (let top = 0; top < element.scrollHeight; top += element.clientHeight / 2 + 1) {
                  element.scrollTop = top
                  await frames()
                }
              }
              done()
            }
            all()
            """
        _ = try runAsync(scroll, pane)
    }

    /// Taps the newest message that has those words, on the device of that number.
    func tap(_ words: String, pane: Int) throws {
        let found = "$$('button.card-bubble').findLast((one) => one.innerText.includes(given[0]))"
        try wait(pane: pane, for: "(\(found).click(), true)", words)
    }

    /// Chooses a part of the machine's view.
    func press(tab name: String) throws {
        let tab = "[...document.querySelectorAll('[role=tab]')].find((one) => one.textContent === arguments[0])"
        try wait(for: "(\(tab).click(), \(tab).ariaSelected === 'true')", name)
    }
}
