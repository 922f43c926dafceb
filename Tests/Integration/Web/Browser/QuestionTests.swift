import Foundation
import MayflyTestSupport
import Testing

extension BrowserTests {
    /// An extension asks for a permission: the page shows the question as its own, and the reason as the words of the extension.
    @Suite struct Questions {
        private static let sheet = "document.querySelector('dialog.question')"

        @Test func theSheetTakesTheAnswer() async throws {
            let bundle = try FetchingPlugin.bundle(["localhost"])
            try await Browser.onDevices([bundle], of: ["fay", "dan"]) { browser, page in
                let client = try PageClient(page)
                func answers() throws -> [Bool] {
                    let list = try client.call("permissions.list")
                    let answers = try #require(list["answers"] as? [[String: Any]])
                    return answers.compactMap { $0["granted"] as? Bool }
                }
                func ask() throws {
                    try browser.press("fixed")
                    try browser.wait(for: "\(Self.sheet) != null")
                }
                func answer(_ title: String) throws {
                    try browser.wait(for: "!\(Self.sheet).querySelector('[data-held]')")
                    let press =
                        "[...\(Self.sheet).querySelectorAll('button')].find((one) => one.innerText === arguments[0]).click()"
                    try browser.run(press, title)
                    try browser.wait(for: "\(Self.sheet) == null")
                }
                try browser.press("Apps")
                try browser.click(".tile")
                try ask()
                let text = try browser.run("return \(Self.sheet).innerText") as? String ?? ""
                #expect(
                    text.contains("May “fetcher” exchange data with localhost?")
                        && text.contains("“\(FetchingPlugin.reason)”")
                )
                // A press that comes with the question grants nothing.
                #expect(try browser.run("return \(Self.sheet).querySelectorAll('button').length") as? Int == 4)
                try browser.judge("a question", byKeys: false)
                try answer("Not now")
                try ask()
                try answer("Always")
                try await until { try answers() == [true] }
                try client.call("permissions.revoke", ["extension": FetchingPlugin.id])
                try ask()
                try answer("No, and do not ask again")
                try await until { try answers() == [false] }
            }
        }

        @Test func aPressThatWasMeantForSomethingElseGrantsNothing() async throws {
            let bundle = try FetchingPlugin.bundle(["localhost"])
            try await Browser.onDevices([bundle], of: ["fay", "dan"]) { browser, page in
                let client = try PageClient(page)
                try browser.press("Apps")
                try browser.click(".tile")
                try browser.wait(
                    for: "[...document.querySelectorAll('button')].some((one) => one.innerText === 'fixed')"
                )
                try browser.stopClock()
                try browser.press("fixed")
                try browser.wait(for: "\(Self.sheet) != null")
                let press =
                    "[...\(Self.sheet).querySelectorAll('button')].find((one) => one.innerText === 'Always').click()"
                for _ in 0..<3 {
                    try browser.passTime(200)
                    try browser.run(press)
                }
                #expect(try browser.run("return \(Self.sheet) != null") as? Bool == true)
                #expect((try client.call("permissions.list")["answers"] as? [Any])?.isEmpty == true)
            }
        }

        @Test func theSheetGoesWithItsExtension() async throws {
            let bundle = try FetchingPlugin.bundle(["localhost"])
            try await Browser.onDevices([bundle], of: ["fay", "dan"]) { browser, page in
                try browser.press("Apps")
                try browser.click(".tile")
                try browser.press("fixed")
                try browser.wait(for: "\(Self.sheet) != null")
                try PageClient(page).call("extensions.setEnabled", ["extension": FetchingPlugin.id, "enabled": false])
                try browser.wait(for: "\(Self.sheet) == null")
            }
        }
    }
}
