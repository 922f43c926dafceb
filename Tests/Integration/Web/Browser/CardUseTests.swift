import Foundation
import Testing

extension BrowserTests {
    /// What a person does with a card on the page.
    @Suite struct CardUse {
        /// What is wrong is told at its place, and in words that belong to it; the rest of what was written is still there.
        @Test func aWrongInputIsToldAtItsPlace() async throws {
            let card = CardPlugin.card(
                #"""
                {"type":"Input.Text","id":"name","label":"Name","isRequired":true,"errorMessage":"Say a name"},
                {"type":"Input.Number","id":"age","label":"Age","min":1,"max":99}
                """#,
                actions: #"{"type":"Action.Execute","id":"go","verb":"save","title":"Go","data":{"x":1}}"#
            )
            try await Self.with(card) { browser, _ in
                try browser.type("7", into: "input[type=number]")
                try browser.press("Go")
                try browser.wait(pane: 0, for: "$('[aria-invalid=true]')")
                let told = try #require(
                    try browser.value(
                        pane: 0,
                        of: """
                            (() => {
                              const wrong = $('[aria-invalid=true]')
                              const words = document.getElementById(wrong.getAttribute('aria-describedby').split(' ')[0])
                              return [$$('[aria-invalid=true]').length, document.querySelector(`label[for="${wrong.id}"]`).innerText.trim(), words.innerText,
                                words.checkVisibility(), document.activeElement === wrong, $('input[type=number]').value]
                            })()
                            """
                    ) as? [Any]
                )
                #expect(told[0] as? Int == 1 && (told[1] as? String)?.hasPrefix("Name") == true)
                #expect(told[2] as? String == "Say a name" && told[3] as? Bool == true)
                #expect(told[4] as? Bool == true, "the focus is not where the fault is")
                #expect(told[5] as? String == "7")
                try Self.judge(browser)
                try browser.type("Ann", into: "[aria-invalid=true]")
                try browser.press("Go")
                try browser.wait(pane: 0, for: "!$('[aria-invalid=true]') && !$('.card-problem')")
            }
        }

        /// A card with everything: groups, tables and facts are what they are for those who cannot see them, and each button does what
        /// it says.
        @Test func aCardWithEverythingIsUsed() async throws {
            try await Self.with(CardPlugin.everything) { browser, page in
                try Self.judge(browser)
                let counts = try browser.value(
                    pane: 0,
                    of:
                        "['.card fieldset > legend', '.card table th[scope=col]', '.card dl dt', '.card img[alt]'].map((one) => $$(one).length > 0)"
                )
                #expect(counts as? [Bool] == [true, true, true, true])
                try browser.wait(pane: 0, for: "$$('.card img').every((one) => one.naturalWidth > 0)")
                // A card in the card.
                #expect(try browser.value(pane: 0, of: "$('.card-shown input') === null") as? Bool == true)
                try browser.press("More")
                try browser.wait(pane: 0, for: "$('.card-shown input')?.checkVisibility()")
                #expect(
                    try browser.value(
                        pane: 0,
                        of: "$$('.card button').find((one) => one.innerText === 'More').ariaExpanded"
                    ) as? String == "true"
                )
                // A link asks first.
                try browser.press("Open")
                try browser.wait(for: "document.querySelector('dialog .address').innerText === 'https://example.org/a'")
                try browser.press(keys: "\u{E00C}")
                try browser.wait(for: "!document.querySelector('dialog')")
                let others = try browser.requests().filter { $0.contains("example.org") }
                #expect(others == [])
                // What it hides goes.
                let place = "$$('.card button').filter((one) => one.innerText === 'More').length"
                #expect(try browser.value(pane: 0, of: place) as? Int == 1)
                try browser.run("[...document.querySelectorAll('.card details')].forEach((one) => one.open = true)")
                try browser.press("Hide")
                try browser.wait(pane: 0, for: "\(place) === 0")
            }
        }

        private static func judge(_ browser: Browser) throws {
            guard Browser.canJudge else { return }
            let violations = try browser.violations()
            #expect(violations.isEmpty, "\(violations.joined(separator: "\n"))")
        }

        /// The card is open in expanded style on alice's device.
        private static func with(_ card: String, _ body: @Sendable (Browser, ServedPage) async throws -> Void)
            async throws
        {
            try await Browser.onDevices([try CardPlugin.showing(card)]) { browser, page in
                try browser.press("Apps")
                try browser.click(".tile")
                try browser.wait(pane: 0, for: "$('.extension[data-state=view] .card')")
                try browser.click(".grabber")
                try browser.wait(pane: 0, for: "$('.extension').dataset.style === 'expanded'")
                try await body(browser, page)
            }
        }
    }
}
