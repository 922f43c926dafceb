import Foundation
import MayflyTestSupport
import Testing

extension ExtensionBrowserTests {
    /// What a person sees of the machine, and does there.
    @Suite struct Machine {
        /// A bundle is chosen in the browser's file chooser, installed, turned off and on, and uninstalled.
        @Test func anExtensionIsInstalledTurnedOffAndUninstalled() async throws {
            let folder = try ScratchFolder()
            let bundle = try Self.counter(in: folder)
            try await Browser.onDevices([]) { browser, _ in
                #expect(try !Self.hasCounter(browser))
                try Self.open(browser)
                try browser.choose([bundle], inDocument: "dialog input[type=file]")
                let row =
                    "[...document.querySelectorAll('dialog .thing')].find((one) => one.querySelector('strong').innerText === 'Counter')"
                try browser.wait(for: row)
                #expect(try Self.hasCounter(browser))
                // Off: it is in the list still, and no drawer has it.
                try Self.open(browser)
                try browser.wait(for: "\(row)?.querySelector('[role=switch]').checked")
                try browser.run("\(row).querySelector('[role=switch]').click()")
                try browser.wait(for: "\(row).querySelector('.note')?.innerText.startsWith('Off on')")
                #expect(try !Self.hasCounter(browser))
                try Self.open(browser)
                try browser.wait(for: "\(row)?.querySelector('[role=switch]').checked === false")
                try browser.run("\(row).querySelector('[role=switch]').click()")
                try browser.wait(for: "\(row).querySelector('[role=switch]').checked && !\(row).querySelector('.note')")
                #expect(try Self.hasCounter(browser))
                // The first press asks, the second one does it.
                try Self.open(browser)
                try browser.wait(for: "\(row)?.querySelector('button').innerText === 'Remove'")
                try browser.run("\(row).querySelector('button').click()")
                try browser.wait(for: "\(row).querySelector('button').innerText === 'Really remove?'")
                try browser.run("\(row).querySelector('button').click()")
                try browser.wait(for: "!(\(row))")
                #expect(try !Self.hasCounter(browser))
            }
        }

        /// A bundle with a fault is refused with the sentence of the host, in the same place, and nothing is installed.
        @Test func aWrongBundleIsRefusedWhereItWasChosen() async throws {
            let folder = try ScratchFolder()
            try folder.write(#"{"id": "org.example.wrong", "name": 5}"#, to: "Wrong.mayfly/manifest.json")
            try await Browser.onDevices([]) { browser, page in
                try browser.click(".back")
                try Self.open(browser)
                try browser.choose([folder.at("Wrong.mayfly")], inDocument: "dialog input[type=file]")
                try browser.wait(for: "document.querySelector('dialog .bad[role=alert]').innerText.includes('name')")
                let client = try PageClient(page)
                let all = try #require(try client.call("extensions.list")["extensions"] as? [[String: Any]])
                #expect(
                    !all.contains { $0["id"] as? String == "org.example.wrong" || $0["state"] as? String == "broken" }
                )
            }
        }

        /// The running ones with their memory and time, how one ended, and what the sandbox gives.
        @Test func workersAndReceiptsAreShown() async throws {
            try await Browser.onDevices([Samples.tally]) { browser, page in
                try browser.press("Apps")
                try browser.press("Tally")
                try browser.wait(pane: 0, for: "$('.extension[data-state=view] .card')")
                let client = try PageClient(page)
                let workers = try #require(try client.call("workers.list")["workers"] as? [[String: Any]])
                #expect(workers.count == 1)
                try browser.click(".back", pane: 1)
                try browser.press("Extensions and this machine", pane: 1)
                try browser.press(tab: "Running")
                let row = "document.querySelector('dialog .running')"
                try browser.wait(
                    for: "\(row)?.querySelector('p').innerText.startsWith('is open for alice in chat, since ')"
                )
                #expect(try browser.run("return \(row).querySelector('strong').innerText") as? String == "Tally")
                // What is opened there stays open while the numbers change, and so does the focus.
                try browser.run("\(row).querySelector('summary').click(); \(row).querySelector('summary').focus()")
                let facts = "[...document.querySelectorAll('dialog .running dd')].map((one) => one.innerText)"
                try browser.wait(
                    for: "\(row).querySelector('dl').checkVisibility() && (window.first = \(row).innerText)"
                )
                try browser.wait(for: "\(row).innerText !== window.first")
                let isKept =
                    "\(row).querySelector('details').open && document.activeElement === \(row).querySelector('summary')"
                #expect(try browser.run("return \(isKept)") as? Bool == true)
                let told = try #require(try browser.run("return \(facts)") as? [String])
                #expect(
                    told[0].wholeMatch(of: #/[\d.]+ (kB|MB)/#) != nil && told[1].wholeMatch(of: #/\d+ ms/#) != nil,
                    "\(told)"
                )
                // The person ends it there.
                try browser.run("\(row).querySelector('button').click()")
                try browser.wait(
                    for: "document.querySelector('.machine-body').innerText.startsWith('No extension is running.')"
                )
                try browser.press(tab: "Ended")
                try browser.wait(for: "document.querySelector('dialog summary strong')?.innerText === 'Tally'")
                // What happened is told in words, and the numbers stand behind them.
                try browser.run("document.querySelector('dialog summary').click()")
                let receipt = try browser.run("return document.querySelector('dialog .thing').innerText") as? String
                #expect(receipt?.hasPrefix("Tally was ended by you") == true, "\(receipt ?? "")")
                #expect(receipt?.contains("Callback") == false, "\(receipt ?? "")")
                try browser.press(tab: "Protection")
                try browser.wait(for: "document.querySelectorAll('dialog tbody tr').length === 14")
                let walls = try browser.run(
                    "return [...document.querySelectorAll('dialog .walls li')].map((one) => !one.classList.contains('bad') && one.innerText.length > 20)"
                )
                let doctor = try #require(try client.call("doctor")["layers"] as? [[String: Any]])
                let isOn = doctor.map { $0["on"] as? Bool ?? false }
                #expect(walls as? [Bool] == isOn)
                let shown = try browser.run(
                    "return [...document.querySelectorAll('dialog tbody tr')].map((one) => one.cells[1].textContent === 'works')"
                )
                #expect(shown as? [Bool] == isOn)
            }
        }

        /// On a phone all tabs fit, and are in the same place whatever is shown; so it is on a desk.
        @Test(arguments: [360, 1_000]) func theTabsFitAndStay(width: Int) async throws {
            try await ServedPage.with(bundles: [Samples.tally, Samples.smileys]) { page, _ in
                let browser = try Browser(width: 1_000, height: 800)
                let screen: [String: Any] = [
                    "width": width, "height": 740, "deviceScaleFactor": 2, "mobile": width < 500,
                ]
                try browser.command("Emulation.setDeviceMetricsOverride", screen)
                try browser.open(page.address)
                try browser.wait(pane: 0, for: "$('.conversation')")
                try Self.open(browser)
                let places = """
                    const tabs = [...document.querySelectorAll('[role=tab]')]
                    const isCut = tabs.some((one) => one.scrollWidth > one.clientWidth || one.getBoundingClientRect().right > innerWidth)
                    const body = document.querySelector('.machine-body')
                    return [isCut, body.scrollWidth > body.clientWidth, ...tabs.map((one) => JSON.stringify(one.getBoundingClientRect()))].map(String)
                    """
                var first: [String]?
                for part in ["Extensions", "Running", "Ended", "Protection"] {
                    try browser.press(tab: part)
                    let own = ["Extensions": ".check", "Running": "p.note", "Ended": "p.note", "Protection": ".walls"]
                    try browser.wait(
                        for: "document.querySelector('.machine-body').querySelector(arguments[0])",
                        own[part] ?? ""
                    )
                    let now = try #require(try browser.run(places) as? [String])
                    #expect(now.prefix(2) == ["false", "false"], "\(part): \(now)")
                    #expect(now == first ?? now, "\(part)")
                    first = first ?? now
                    try browser.picture("machine-\(part.lowercased())-\(width)")
                }
                #expect(try browser.errors() == [])
            }
        }

        /// The bundle of an extension that is not installed.
        static func counter(in folder: ScratchFolder) throws -> String {
            let bundle = folder.at("Counter.mayfly")
            try FileManager.default.copyItem(atPath: Samples.tally, toPath: bundle)
            let manifest = URL(filePath: bundle).appending(path: "manifest.json")
            let text = try String(contentsOf: manifest, encoding: .utf8)
            let changed = text.replacing("org.mayfly.tally", with: "org.example.counter").replacing(
                "\"Tally\"",
                with: "\"Counter\""
            )
            try Data(changed.utf8).write(to: manifest)
            return bundle
        }

        /// Opens the machine's view, after the drawer was looked at or before.
        private static func open(_ browser: Browser) throws {
            try browser.press("Extensions and this machine")
            try browser.wait(for: "document.querySelector('dialog .machine-body')?.childElementCount > 0")
        }

        /// Whether the drawer of the conversation has the extension. The machine's view is closed before, and the list is shown after.
        private static func hasCounter(_ browser: Browser) throws -> Bool {
            try browser.run("document.querySelector('dialog')?.close()")
            if try browser.value(pane: 0, of: "$('.chat') === null") as? Bool == true {
                try browser.click(".conversation")
            }
            try browser.press("Apps")
            try browser.wait(pane: 0, for: "$('.tile')")
            let has =
                try browser.value(pane: 0, of: "$$('.tile').some((one) => one.textContent === 'Counter')") as? Bool
            try browser.click(".back")
            try browser.wait(pane: 0, for: "!$('.chat')")
            return has == true
        }
    }
}
