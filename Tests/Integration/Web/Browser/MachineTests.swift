import Foundation
import MayflyTestSupport
import Testing

extension BrowserTests {
    /// What a person sees of the machine, and does there.
    @Suite struct Machine {
        /// A bundle is chosen in the browser's file chooser, installed, turned off and on, and uninstalled.
        @Test func anExtensionIsInstalledTurnedOffAndUninstalled() async throws {
            let folder = try ScratchFolder()
            try await Browser.onDevices([folder.at("none.mayfly")]) { browser, _ in
                try browser.press("Apps")
                try browser.wait(pane: 0, for: "$('.extension').innerText.includes('No extension is installed.')")
                try browser.click(".back")
                try browser.press("Extensions and this machine")
                try browser.wait(for: "document.querySelector('dialog input[type=file]')")
                try browser.choose([Samples.tally], inDocument: "dialog input[type=file]")
                try browser.wait(for: "document.querySelector('dialog .thing strong')?.innerText === 'Tally'")
                #expect(try Self.drawer(browser) == ["Tally"])
                // Off: it is in the list still, and no drawer has it.
                try Self.open(browser)
                try browser.wait(for: "document.querySelector('dialog [role=switch]')?.checked")
                try browser.run("document.querySelector('dialog [role=switch]').click()")
                try browser.wait(for: "document.querySelector('dialog .thing .note')?.innerText.startsWith('Off on')")
                #expect(try Self.drawer(browser) == [])
                try Self.open(browser)
                try browser.wait(for: "document.querySelector('dialog [role=switch]')?.checked === false")
                try browser.run("document.querySelector('dialog [role=switch]').click()")
                try browser.wait(for: "document.querySelector('dialog [role=switch]')?.checked && !document.querySelector('dialog .thing .note')")
                #expect(try Self.drawer(browser) == ["Tally"])
                // The first press asks, the second one does it.
                try Self.open(browser)
                try browser.wait(for: "document.querySelector('dialog .thing > button')?.innerText === 'Uninstall'")
                try browser.run("document.querySelector('dialog .thing > button').click()")
                try browser.wait(for: "document.querySelector('dialog .thing > button').innerText === 'Really uninstall?'")
                try browser.run("document.querySelector('dialog .thing > button').click()")
                try browser.wait(for: "!document.querySelector('dialog .thing')")
                #expect(try Self.drawer(browser) == [])
            }
        }

        /// A bundle with a fault is refused with the sentence of the host, in the same place, and nothing is installed.
        @Test func aWrongBundleIsRefusedWhereItWasChosen() async throws {
            let folder = try ScratchFolder()
            try folder.write(#"{"id": "org.example.wrong", "name": 5}"#, to: "Wrong.mayfly/manifest.json")
            try await Browser.onDevices([try folder.makeFolder("path/none.mayfly")]) { browser, _ in
                try browser.click(".back")
                try Self.open(browser)
                try browser.wait(for: "document.querySelector('dialog input[type=file]')")
                try browser.choose([folder.at("Wrong.mayfly")], inDocument: "dialog input[type=file]")
                try browser.wait(for: "document.querySelector('dialog .bad[role=alert]').innerText.includes('name')")
                #expect(try Self.drawer(browser) == [])
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
                    try browser.run("return [...document.querySelectorAll('dialog tbody tr > *')].map((one) => one.innerText)")
                        as? [String]
                )
                #expect(row[0] == "Tally" && row[1] == "alice, chat")
                #expect(row[4].wholeMatch(of: #/[\d.]+ (kB|MB)/#) != nil && row[5].wholeMatch(of: #/\d+ ms/#) != nil, "\(row)")
                // The person ends it there.
                try browser.run("document.querySelector('dialog tbody button').click()")
                try browser.wait(for: "document.querySelector('.machine-body').innerText.startsWith('No extension is running.')")
                try browser.press(tab: "Ended")
                try browser.wait(for: "document.querySelector('dialog summary strong')?.innerText === 'Tally'")
                try browser.press(tab: "Sandbox")
                try browser.wait(for: "document.querySelectorAll('dialog tbody tr').length === 14")
                let doctor = try #require(try client.call("doctor")["layers"] as? [[String: Any]])
                let shown = try browser.run("return [...document.querySelectorAll('dialog tbody tr')].map((one) => one.cells[1].innerText === 'works')")
                #expect(shown as? [Bool] == doctor.map { $0["on"] as? Bool ?? false })
            }
        }

        /// Opens the machine's view, after the drawer was looked at or before.
        private static func open(_ browser: Browser) throws {
            try browser.press("Extensions and this machine")
            try browser.wait(for: "document.querySelector('dialog .machine-body')?.childElementCount > 0")
        }

        /// Closes the view, and gives the names in the drawer of the conversation.
        private static func drawer(_ browser: Browser) throws -> [String] {
            try browser.run("document.querySelector('dialog').close()")
            try browser.click(".conversation")
            try browser.press("Apps")
            try browser.wait(pane: 0, for: "$('.tile') || $('.extension').innerText.includes('No extension')")
            let names = try browser.value(pane: 0, of: "$$('.tile').map((one) => one.textContent)") as? [String]
            try browser.click(".back")
            return try #require(names)
        }
    }
}

extension Browser {
    /// Chooses a part of the machine's view.
    fileprivate func press(tab name: String) throws {
        let tab = "[...document.querySelectorAll('[role=tab]')].find((one) => one.textContent === arguments[0])"
        try wait(for: "(\(tab).click(), \(tab).ariaSelected === 'true')", name)
    }
}
