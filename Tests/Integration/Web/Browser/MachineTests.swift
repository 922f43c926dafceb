import Foundation
import MayflyTestSupport
import Testing

extension BrowserTests {
    /// What a person sees of the machine, and does there.
    @Suite struct Machine {
        /// A bundle is chosen in the browser's file chooser, installed, turned off and on, and uninstalled.
        @Test func anExtensionIsInstalledTurnedOffAndUninstalled() async throws {
            let folder = try ScratchFolder()
            let bundle = folder.at("Counter.mayfly")
            try FileManager.default.copyItem(atPath: Samples.tally, toPath: bundle)
            let manifest = URL(filePath: bundle).appending(path: "manifest.json")
            let text = try String(contentsOf: manifest, encoding: .utf8)
            let changed = text.replacing("org.mayfly.tally", with: "org.example.counter").replacing(
                "\"Tally\"",
                with: "\"Counter\""
            )
            try Data(changed.utf8).write(to: manifest)
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
                try browser.wait(for: "\(row)?.querySelector('button').innerText === 'Uninstall'")
                try browser.run("\(row).querySelector('button').click()")
                try browser.wait(for: "\(row).querySelector('button').innerText === 'Really uninstall?'")
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
                try browser.wait(for: "document.querySelectorAll('dialog tbody tr').length === 1")
                let row = try #require(
                    try browser.run(
                        "return [...document.querySelectorAll('dialog tbody tr > *')].map((one) => one.innerText)"
                    )
                        as? [String]
                )
                #expect(row[0] == "Tally" && row[2] == "alice, chat")
                #expect(
                    row[5].wholeMatch(of: #/[\d.]+ (kB|MB)/#) != nil && row[6].wholeMatch(of: #/\d+ ms/#) != nil,
                    "\(row)"
                )
                // The person ends it there.
                try browser.run("document.querySelector('dialog tbody button').click()")
                try browser.wait(
                    for: "document.querySelector('.machine-body').innerText.startsWith('No extension is running.')"
                )
                try browser.press(tab: "Ended")
                try browser.wait(for: "document.querySelector('dialog summary strong')?.innerText === 'Tally'")
                try browser.press(tab: "Sandbox")
                try browser.wait(for: "document.querySelectorAll('dialog tbody tr').length === 14")
                let doctor = try #require(try client.call("doctor")["layers"] as? [[String: Any]])
                let shown = try browser.run(
                    "return [...document.querySelectorAll('dialog tbody tr')].map((one) => one.cells[1].innerText === 'works')"
                )
                #expect(shown as? [Bool] == doctor.map { $0["on"] as? Bool ?? false })
            }
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
