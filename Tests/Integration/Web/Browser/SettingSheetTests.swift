import Foundation
import MayflyTestSupport
import Testing

extension ExtensionBrowserTests {
    /// The settings of an extension, in a sheet that the page draws from the manifest.
    @Suite struct SettingSheets {
        private static let sheet = "document.querySelector('dialog.settings')"

        @Test func thePersonSetsThemByKeys() async throws {
            try await Browser.onDevices([try SettablePlugin.bundle()]) { browser, page in
                let client = try PageClient(page)
                func values() throws -> [String] {
                    let place = ["extension": SettablePlugin.name, "device": "alice"]
                    let all = try #require(try client.call("settings.read", place)["settings"] as? [[String: Any]])
                    return all.map { "\($0["key"] ?? "")=\($0["value"] ?? "")" }
                }
                func row(_ key: String, _ value: String) -> String {
                    "\(Self.sheet).querySelector('[data-key=\(key)]').\(value)"
                }
                func open() throws {
                    try browser.press("Place and settings of Settable")
                    try browser.press("Settings…")
                    try browser.wait(for: "\(Self.sheet)?.open")
                }
                try browser.press("Apps")
                try open()
                let text = try browser.run("return \(Self.sheet).innerText") as? String ?? ""
                #expect(text.contains("Settings of “Settable”") && text.contains("On this device, alice."))
                #expect(text.contains("For the high scores"))
                try browser.judge("settings", byKeys: false)
                // Off, another name, another theme, and a volume that there is not.
                try browser.wait(for: "document.activeElement.id === 'setting-0'")
                try browser.press(keys: " ")
                try browser.tab(to: "one.id === 'setting-1'", pane: nil)
                try browser.press(keys: "Zoe")
                try browser.tab(to: "one.id === 'setting-2'", pane: nil)
                try browser.press(keys: "D")
                try browser.tab(to: "one.id === 'setting-3'", pane: nil)
                try browser.press(keys: "500\u{E007}")
                try browser.wait(for: "\(row("volume", "querySelector('.bad').innerText")).includes('from 0 to 100')")
                try browser.wait(for: "document.activeElement.id === 'setting-3'")
                #expect(
                    try browser.run(
                        "return \(row("volume", "querySelector('input').getAttribute('aria-invalid')"))"
                    ) as? String == "true"
                )
                #expect(try values() == ["sound=0", "nick=Zoe", "theme=dark", "volume=50"])
                try browser.judge("settings-wrong", byKeys: false)
                try browser.press(keys: "\u{E003}\u{E003}\u{E007}")
                try browser.wait(for: "\(Self.sheet) == null")
                #expect(try values() == ["sound=0", "nick=Zoe", "theme=dark", "volume=5"])
                // The focus is where the sheet came from.
                try browser.wait(
                    pane: 0,
                    for: "document.activeElement.getAttribute('aria-label') === 'Place and settings of Settable'"
                )
                // The defaults are there again when they are saved.
                try open()
                #expect(try browser.run("return \(row("nick", "querySelector('input').value"))") as? String == "Zoe")
                for name in ["Defaults", "Save"] {
                    let press =
                        "[...\(Self.sheet).querySelectorAll('button')].find((one) => one.innerText === arguments[0]).click()"
                    try browser.run(press, name)
                }
                try browser.wait(for: "\(Self.sheet) == null")
                #expect(try values() == ["sound=1", "nick=Ann", "theme=light", "volume=50"])
            }
        }

        @Test func thePageHasTheLanguageOfTheBrowser() async throws {
            try await Browser.onDevices([try SettablePlugin.bundle()]) { browser, _ in
                let agent = try #require(try browser.run("return navigator.userAgent") as? String)
                try browser.command(
                    "Emulation.setUserAgentOverride",
                    ["userAgent": agent, "acceptLanguage": "fr,de-CH"]
                )
                try browser.reload()
                try browser.press("Apps")
                try browser.wait(pane: 0, for: "$('.tile').textContent === 'Einstellbar'")
                try browser.press("Place and settings of Einstellbar")
                try browser.press("Settings…")
                try browser.wait(for: "\(Self.sheet)?.innerText.includes('Töne')")
                #expect(
                    (try browser.run("return \(Self.sheet).innerText") as? String)?.contains("Für die Bestenliste")
                        == true
                )
            }
        }
    }
}
