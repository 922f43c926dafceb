import Foundation
import MayflyConformance
import MayflyTestSupport
import Testing

extension ExtensionBrowserTests {
    /// What a person can have seen before a press installs something, or adds a store.
    @Suite struct StorePresses {
        private static let dialog = "document.querySelector('dialog.store')"
        private static let enter = "\u{E007}"

        private static func button(_ words: String) -> String {
            "[...document.querySelectorAll('dialog.store button')].find((one) => one.textContent === '\(words)')"
        }

        /// The middle of a button.
        private static func place(of words: String, in browser: Browser) throws -> (x: Int, y: Int) {
            let found = try browser.run(
                "const { x, y, width, height } = \(button(words)).getBoundingClientRect(); return [x + width / 2, y + height / 2]"
            )
            let point = try #require(found as? [Double])
            return (x: Int(point[0]), y: Int(point[1]))
        }

        private static func counter() throws -> (store: PublishedStore, fingerprint: String) {
            let store = try PublishedStore(prefix: "org.example.")
            try store.add(Machine.counter(in: store.folder))
            return (store, try store.fingerprint())
        }

        /// Presses again and again in the place of the button, as the second of a double click on a name would, install nothing and open
        /// nothing; one that comes when the person can have seen the extension does both.
        @Test(arguments: ["", " of a name that is longer than a line of this page, and that goes on"])
        func aPressThatWasMeantForSomethingElseInstallsNothing(ending: String) async throws {
            let (store, fingerprint) = try Self.counter()
            try await ExtensionStores.withMissing(named: "Counter" + ending) { tool in
                let added = try await tool.run("store", "add", store.files, "--fingerprint", fingerprint)
                try #require(added.status == 0, "\(added.errors)")
            } _: { browser, client in
                try browser.wait(for: "\(Self.button("Install"))")
                let place = try Self.place(of: "Install", in: browser)
                try browser.stopClock()
                try browser.press(inDialog: "Close")
                try browser.wait(for: "!document.querySelector('dialog')")
                let link = "document.querySelector('.row .note .link')"
                let size = try browser.run(
                    "const { width, height } = \(link).getBoundingClientRect(); return [width, height]"
                )
                let sides = try #require(size as? [Double])
                #expect(sides[0] <= 260 && sides[1] <= 32, "\(sides)")
                // As a press of a name that lies where the button will be.
                try browser.run(
                    "document.body.dispatchEvent(new PointerEvent('pointerdown', { clientX: arguments[0], clientY: arguments[1], bubbles: true })); \(link).click()",
                    place.x,
                    place.y
                )
                try browser.wait(for: "\(Self.button("Install"))?.checkVisibility()")
                for pause in [100, 600, 1_000, 1_900] {
                    try browser.passTime(pause)
                    try browser.drag(from: place, to: place)
                    #expect(
                        try browser.run("return 'held' in \(Self.button("Install")).dataset") as? Bool == true,
                        "\(pause)"
                    )
                }
                #expect(try ExtensionStores.installed(client) == [:])
                #expect(try browser.value(pane: 0, of: "$('.extension').hidden") as? Bool == true)
                try browser.passTime(2_100)
                try browser.drag(from: place, to: place)
                try browser.wait(pane: 0, for: "$('.extension[data-state=view] .card')")
                #expect(try ExtensionStores.installed(client) == ["org.example.counter": "1.0.0"])
            }
        }

        /// Who closes the store while an extension comes does something else then: the message does not open.
        @Test func whatIsInstalledWhenTheStoreIsClosedDoesNotOpen() async throws {
            let (store, fingerprint) = try Self.counter()
            try await ExtensionStores.withMissing { tool in
                let added = try await tool.run("store", "add", store.files, "--fingerprint", fingerprint)
                try #require(added.status == 0, "\(added.errors)")
            } _: { browser, client in
                try browser.wait(for: "\(Self.button("Install")) && !('held' in \(Self.button("Install")).dataset)")
                try browser.run("const dialog = \(Self.dialog); \(Self.button("Install")).click(); dialog.close()")
                try browser.wait(for: "document.getElementById('arrivals').innerText.includes('Counter is installed')")
                #expect(try ExtensionStores.installed(client) == ["org.example.counter": "1.0.0"])
                #expect(try browser.value(pane: 0, of: "$('.extension').hidden") as? Bool == true)
                try browser.click(".card-bubble")
                try browser.wait(pane: 0, for: "$('.extension[data-state=view] .card')")
            }
        }

        /// Enter, pressed twice or more, adds no store whose fingerprint nobody compared.
        @Test func enterAgainAddsNoStore() async throws {
            let (store, fingerprint) = try Self.counter()
            let yes = Self.button("It is the same: add the store")
            try await ExtensionStores.withMissing { browser, client in
                func stores() throws -> Int { (try client.call("stores.list")["stores"] as? [Any])?.count ?? -1 }
                func ask() throws {
                    try browser.wait(for: "\(Self.dialog).querySelector('#store-address')")
                    try browser.run(
                        "const input = \(Self.dialog).querySelector('#store-address'); input.value = arguments[0]; input.focus()",
                        store.files
                    )
                    try browser.press(keys: Self.enter)
                    try browser.wait(
                        for:
                            "\(Self.dialog).querySelector('.fingerprint')?.innerText.replaceAll(' ', '') === arguments[0]",
                        fingerprint
                    )
                }
                try browser.wait(for: "\(Self.dialog)?.innerText.includes('No store was added yet')")
                try browser.stopClock()
                try ask()
                #expect(try browser.run("return document.activeElement.textContent") as? String == "Cancel")
                try browser.press(keys: Self.enter)
                try browser.wait(for: "!\(Self.dialog).querySelector('.fingerprint')")
                #expect(try stores() == 0)
                // Not even where the focus was put on the other button.
                try ask()
                try browser.run("\(yes).focus()")
                for pause in [100, 600, 1_000, 1_900] {
                    try browser.passTime(pause)
                    try browser.press(keys: Self.enter)
                    #expect(try browser.run("return 'held' in \(yes).dataset") as? Bool == true, "\(pause)")
                }
                #expect(try stores() == 0)
                try browser.passTime(2_100)
                try browser.press(keys: Self.enter)
                try browser.wait(for: "\(Self.dialog).querySelector('.thing .link strong')?.innerText === 'Counter'")
                #expect(try stores() == 1)
            }
        }
    }
}
