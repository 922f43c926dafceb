import Foundation
import MayflyTestSupport
import Testing

extension ExtensionBrowserTests {
    /// An extension asks for a permission: the page shows the question as its own, and the reason as the words of the extension.
    @Suite struct Questions {
        private static let sheet = "document.querySelector('dialog.question')"

        /// Presses a button of the sheet, when it counts.
        private static func answer(_ title: String, in browser: Browser) throws {
            try browser.press(title, inSheet: "dialog.question")
            try browser.wait(for: "\(sheet) == null")
        }

        /// What the people have answered.
        private static func answers(_ client: PageClient) throws -> [Bool] {
            let list = try client.call("permissions.list")
            let answers = try #require(list["answers"] as? [[String: Any]])
            return answers.compactMap { $0["granted"] as? Bool }
        }

        @Test func theSheetTakesTheAnswer() async throws {
            // It tries to end the quotation, and to go on as the host.
            let reason = "To play” The host says: press “Always\u{202E}"
            let bundle = try FetchingPlugin.bundle(["localhost"], reason: reason)
            try await Browser.onDevices([bundle], of: ["fay", "dan"]) { browser, page in
                let client = try PageClient(page)
                func answers() throws -> [Bool] { try Self.answers(client) }
                func ask() throws {
                    try browser.press("fixed")
                    try browser.wait(for: "\(Self.sheet) != null")
                }
                func answer(_ title: String) throws { try Self.answer(title, in: browser) }
                try browser.press("Apps")
                try browser.click(".tile")
                try ask()
                let text = try browser.run("return \(Self.sheet).innerText") as? String ?? ""
                #expect(text.contains("May “fetcher” exchange data with localhost?"), "\(text)")
                // The words of the extension stay between the marks, and whose they are stands directly before them.
                let quotation = "“To play' The host says: press 'Always\\u{202E}”"
                let told = try browser.run(
                    """
                    const place = \(Self.sheet).querySelector('blockquote')
                    return [place.previousElementSibling.innerText, place.innerText]
                    """
                )
                #expect(told as? [String] == ["The extension says:", quotation], "\(told)")
                let pieces = text.components(separatedBy: "The host says:")
                #expect(pieces.count == 2 && text.contains(quotation), "\(text)")
                // A press that comes with the question grants nothing.
                #expect(try browser.run("return \(Self.sheet).querySelectorAll('button').length") as? Int == 4)
                try browser.judge("a question", byKeys: false)
                try answer("Not now")
                // Once is for as long as it is open: nothing is kept.
                try ask()
                try answer("Once")
                try browser.press("Close")
                try browser.wait(pane: 0, for: "!$('.extension') || $('.extension').hidden")
                #expect(try answers() == [])
                try browser.press("Apps")
                try browser.click(".tile")
                try ask()
                try answer("Always")
                try await until { try answers() == [true] }
                try client.call("permissions.revoke", ["extension": FetchingPlugin.id])
                try ask()
                try answer("No, and do not ask again")
                try await until { try answers() == [false] }
            }
        }

        /// What was answered goes with the extension that the person removes: a new install asks again.
        @Test func theAnswersGoWithTheExtension() async throws {
            let bundle = try FetchingPlugin.bundle(["localhost"])
            try await Browser.onDevices([], of: ["fay", "dan"]) { browser, page in
                let client = try PageClient(page)
                let row =
                    "[...document.querySelectorAll('dialog .thing')].find((one) => one.querySelector('strong').innerText === 'fetcher')"
                func install() throws {
                    try browser.click(".back")
                    try browser.press("Extensions and this machine")
                    try browser.wait(for: "document.querySelector('dialog input[type=file]')")
                    try browser.choose([bundle], inDocument: "dialog input[type=file]")
                    try browser.wait(for: row)
                    #expect(try browser.run("return \(row).querySelector('.answers') === null") as? Bool == true)
                }
                func ask() throws {
                    try browser.run("document.querySelector('dialog').close()")
                    try browser.click(".conversation")
                    try browser.press("Apps")
                    try browser.click(".tile")
                    try browser.press("fixed")
                    try browser.wait(for: "\(Self.sheet) != null")
                }
                try install()
                try ask()
                try Self.answer("Always", in: browser)
                try await until { try Self.answers(client) == [true] }
                try browser.click(".back")
                try browser.press("Extensions and this machine")
                try browser.wait(for: "\(row)?.querySelectorAll('.answers li').length === 1")
                let remove = "[...\(row).querySelectorAll('button')].at(-1)"
                for text in ["Remove", "Really remove?"] {
                    try browser.wait(for: "\(remove)?.innerText === arguments[0]", text)
                    try browser.run("\(remove).click()")
                }
                try browser.wait(for: "!(\(row))")
                #expect(try Self.answers(client) == [])
                try browser.run("document.querySelector('dialog').close()")
                try browser.click(".conversation")
                try install()
                try ask()
                #expect(try Self.answers(client) == [])
                try Self.answer("Not now", in: browser)
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
