import Foundation
import MayflyTestSupport
import Testing

extension ExtensionBrowserTests {
    /// The page shows the host's sheet before money is spent. The program that serves it has a shop for tests.
    @Suite struct Payments {
        private static let sheet = "document.querySelector('dialog.payment')"
        private static let amount = "\(sheet)?.querySelector('.amount').innerText"

        /// The page of two devices, on which the plugin is open and may ask for payments and offer products.
        private static func with(_ body: @Sendable (Browser, ServedPage, TestShop) async throws -> Void) async throws {
            try await TestShop.with { tool, shop in
                let page = try page(tool)
                try await Browser.open(page, on: 2) { browser, page in
                    try browser.press("Apps")
                    try browser.click(".tile")
                    for button in ["pay", "buy"] {
                        try press(button, browser)
                        try answer("Always", in: "document.querySelector('dialog.question')", browser)
                        try browser.wait(for: "\(sheet) != null")
                        try answer("Cancel", in: sheet, browser)
                        try wait(forAnswer: "\(button) 0 outcome=2 receipt=", browser)
                    }
                    try #expect(shop.charged.isEmpty)
                    try await body(browser, page, shop)
                }
                page.signal(SIGTERM)
                #expect(page.finish() == 0)
            }
        }

        private static func page(_ tool: Tool) throws -> ServedPage {
            let maker = try HostClient.inChat(tool, devices: ["fay", "dan"])
            try maker.closeInput()
            try maker.finish()
            return try ServedPage(tool, ["--side-by-side", "fay,dan"])
        }

        /// Presses a button of the extension. Others have longer names that begin alike.
        private static func press(_ title: String, _ browser: Browser) throws {
            let button =
                "$$('button').find((one) => one.checkVisibility() && !one.disabled && one.innerText === given[0])"
            try browser.wait(pane: 0, for: "(\(button).click(), true)", title)
        }

        /// Presses a button of the page's sheet when it counts.
        private static func answer(_ title: String, in sheet: String, _ browser: Browser) throws {
            try browser.wait(for: "\(sheet) && !\(sheet).querySelector('[data-held]')")
            let press = "[...\(sheet).querySelectorAll('button')].find((one) => one.innerText === arguments[0]).click()"
            try browser.run(press, title)
        }

        /// Waits until the extension shows what it was answered.
        private static func wait(forAnswer line: String, _ browser: Browser) throws {
            try browser.wait(pane: 0, for: "$('.card').innerText.includes(given[0])", line)
        }

        private static func receipt(_ browser: Browser) throws -> String {
            let text = try #require(try browser.value(pane: 0, of: "$('.card').innerText") as? String)
            let line = try #require(text.split(separator: "\n").first { $0.contains("receipt=") })
            return String(line[try #require(line.range(of: "receipt=")).upperBound...])
        }

        @Test func whatThePersonReadsIsPaid() async throws {
            let payments = [
                ("pay", "EUR", "EUR 12.50"), ("pay-JPY", "JPY", "JPY 1,250"), ("pay-KWD", "KWD", "KWD 1.250"),
            ]
            try await Self.with { browser, _, shop in
                var charged: [String] = []
                for (button, currency, amount) in payments {
                    try Self.press("redraw", browser)
                    try Self.wait(forAnswer: "drawn again", browser)
                    try Self.press(button, browser)
                    try browser.wait(for: "\(Self.amount) === arguments[0]", amount)
                    let text = try browser.run("return \(Self.sheet).innerText") as? String ?? ""
                    #expect(text.contains("Pay “services”?") && text.contains("The extension says that it is for:"))
                    let label = button == "pay" ? "“A round of ice cream”" : "“A 'round' of ice cream”"
                    #expect(text.contains(label) && text.contains("On this device, fay."), "\(text)")
                    try browser.judge("a payment in \(currency)", byKeys: false)
                    #expect(try shop.charged == charged)
                    try Self.answer("Pay", in: Self.sheet, browser)
                    try Self.wait(forAnswer: "pay 0 outcome=1 receipt=", browser)
                    charged.append("\(currency) 1250 \(TestShop.id)")
                    #expect(shop.hasSigned(try Self.receipt(browser), for: try #require(charged.last)))
                    #expect(try shop.charged == charged)
                    #expect(try browser.run("return \(Self.sheet) === null") as? Bool == true)
                }
            }
        }

        @Test func aProductIsSoldAtThePriceOfTheShop() async throws {
            try await Self.with { browser, _, shop in
                try Self.press("redraw", browser)
                try Self.wait(forAnswer: "drawn again", browser)
                try Self.press("buy", browser)
                try browser.wait(for: "\(Self.amount) === 'EUR 1.99'")
                let text = try browser.run("return \(Self.sheet).innerText") as? String ?? ""
                #expect(text.contains("Buy from “services”?") && text.contains("“Dark”"))
                // Escape cancels.
                try browser.press(keys: "\u{E00C}")
                try Self.wait(forAnswer: "buy 0 outcome=2 receipt=", browser)
                #expect(try shop.charged.isEmpty)
                try Self.press("buy", browser)
                try Self.answer("Pay", in: Self.sheet, browser)
                try Self.wait(forAnswer: "buy 0 outcome=1 receipt=", browser)
                #expect(shop.hasSigned(try Self.receipt(browser), for: "EUR 199 \(TestShop.id)"))
            }
        }

        @Test func whatTheShopAnswersIsTold() async throws {
            let answers = [
                ("pending", "pay 0 outcome=3 receipt="), ("failure", "pay 0 outcome=0 receipt="),
                ("cancelled", "pay 0 outcome=2 receipt="), ("long", "pay -1 outcome=0 receipt="),
            ]
            try await Self.with { browser, _, shop in
                for (count, (answer, told)) in answers.enumerated() {
                    try shop.answer(answer)
                    try Self.press("redraw", browser)
                    try Self.wait(forAnswer: "drawn again", browser)
                    try Self.press("pay", browser)
                    try Self.answer("Pay", in: Self.sheet, browser)
                    try Self.wait(forAnswer: told, browser)
                    #expect(try shop.charged == Array(repeating: "EUR 1250 \(TestShop.id)", count: count + 1))
                }
            }
        }

        @Test func aPressThatWasMeantForSomethingElsePaysNothing() async throws {
            try await Self.with { browser, _, shop in
                try browser.stopClock()
                try Self.press("pay", browser)
                try browser.wait(for: "\(Self.sheet) != null")
                let press =
                    "[...\(Self.sheet).querySelectorAll('button')].find((one) => one.innerText === 'Pay').click()"
                for _ in 0..<3 {
                    try browser.passTime(200)
                    try browser.run(press)
                }
                #expect(try browser.run("return \(Self.sheet) !== null") as? Bool == true)
                #expect(try shop.charged.isEmpty)
            }
        }

        /// Nobody asks any more where the host has ended, and an answer would reach nothing.
        @Test(arguments: [true, false]) func whatIsAskedGoesWithTheConnection(isQuestion: Bool) async throws {
            try await TestShop.with { tool, shop in
                let page = try Self.page(tool)
                let browser = try Browser.on(page, width: 1_100, height: 860)
                try browser.press("Apps")
                try browser.click(".tile")
                let question = "document.querySelector('dialog.question:not(.payment)')"
                try Self.press("pay", browser)
                if !isQuestion { try Self.answer("Always", in: question, browser) }
                let asked = isQuestion ? question : Self.sheet
                try browser.wait(for: "\(asked) != null")
                page.signal(SIGKILL)
                _ = page.finish()
                try browser.wait(for: "!document.querySelector('.lost').hidden")
                try browser.wait(for: "\(asked) === null")
                #expect(try shop.charged.isEmpty)
            }
        }

        @Test func theSheetGoesWithItsExtension() async throws {
            try await Self.with { browser, page, shop in
                try Self.press("pay", browser)
                try browser.wait(for: "\(Self.sheet) != null")
                try PageClient(page).call("extensions.setEnabled", ["extension": TestShop.id, "enabled": false])
                try browser.wait(for: "\(Self.sheet) === null")
                #expect(try shop.charged.isEmpty)
            }
        }
    }
}
