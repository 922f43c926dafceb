import Foundation
import MayflyTestSupport
import Testing

extension ExtensionBrowserTests {
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
                try browser.judge("card-with-a-fault")
                try browser.type("Ann", into: "[aria-invalid=true]")
                try browser.press("Go")
                try browser.wait(pane: 0, for: "!$('[aria-invalid=true]') && !$('.card-problem')")
            }
        }

        /// A new view is not drawn before the last one was painted: an extension that shows one after the other leaves time to the person. The
        /// last one is drawn then.
        @Test func viewsAreDrawnOneAfterTheOther() async throws {
            @Sendable func card(_ words: String) -> String {
                "didPerformAction card {\"type\":\"AdaptiveCard\",\"version\":\"1.5\",\"body\":[{\"type\":\"TextBlock\",\"text\":\"\(words)\"}],"
                    + "\"actions\":[{\"type\":\"Action.Submit\",\"id\":\"run\",\"title\":\"run\"}]}\n"
            }
            try await Browser.onPuppet { browser, _, folder in
                try folder.write(card("first"))
                try browser.click(".tile")
                try browser.wait(pane: 0, for: "$('.extension[data-state=view] .card')")
                try browser.run("window.frames = []; window.requestAnimationFrame = (tell) => window.frames.push(tell)")
                try browser.press("run")
                try browser.wait(pane: 0, for: "$('.card-text')?.innerText === 'first' && window.frames.length > 0")
                try folder.write(card("second") + card("third") + "didPerformAction text told")
                try browser.press("run")
                // The words came behind the views.
                try browser.wait(pane: 0, for: "$('textarea').value === 'told'")
                #expect(try browser.value(pane: 0, of: "$('.card-text').innerText") as? String == "first")
                try browser.run("window.frames.splice(0).forEach((tell) => tell())")
                try browser.wait(pane: 0, for: "$('.card-text').innerText === 'third'")
            }
        }

        /// A card with everything: groups, tables and facts are what they are for those who cannot see them, and each button does what
        /// it says.
        @Test func aCardWithEverythingIsUsed() async throws {
            try await Self.with(CardPlugin.everything) { browser, page in
                try browser.judge("card")
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

        /// Each kind of input is filled in as a person does it, and the extension gets what the format says. A button gives the values of
        /// its card and of the cards around it, with its own data.
        @Test func whatIsFilledInIsWhatTheExtensionGets() async throws {
            try await Self.with(Self.form) { browser, page in
                try Self.fill(browser)
                let values =
                    #""beside":"near","compact":"b","date":"2026-05-31","expanded":"e2","filtered":"third","lines":"first\nsecond","#
                    + #""number":"-1.5","password":"pass, word","several":"m1,m3","text":"one","time":"18:30","toggle":"yes""#
                let folder = try Puppet.privateFolder(of: CardPlugin.id, in: page.home)
                for (index, (button, told)) in [
                    ("Go", #"go, -: {\#(values),"x":1}"#), ("Carry out", "run, do: {\(values)}"),
                    ("Beside it", "beside it, -: {\(values)}"), ("Place", #"place, -: {\#(values),"z":[true]}"#),
                    ("Picture", "picture, -: {\(values)}"), ("Nothing", #"nothing, -: {"only":"this"}"#),
                ].enumerated() {
                    try browser.press(button)
                    try await until { try Self.told(in: folder).count > index }
                    let last = try Self.told(in: folder).last ?? ""
                    #expect(last == told)
                }
                // A card that is shown has values of its own.
                try browser.press("More")
                try browser.type("inside", into: ".card-shown input")
                try browser.press("Within")
                let inner = values.replacing(#""lines""#, with: #""inner":"inside","lines""#)
                try await until { try Self.told(in: folder).count > 6 }
                // Each press was told once.
                #expect(try Self.told(in: folder)[6...] == ["within, -: {\(inner)}"])
            }
        }

        /// What is hidden at first is not on the page. A button shows and hides it, and of the cards of several buttons one is shown.
        @Test func whatIsHiddenIsShownByItsButton() async throws {
            try await Self.with(Self.hiding) { browser, _ in
                func shows(_ words: String, _ shown: Bool...) throws {
                    let seen = "['boo', 'first inner', 'second inner'].map((one) => $('.card').innerText.includes(one))"
                    try browser.wait(
                        pane: 0,
                        for: "\(seen).join() === given[0]",
                        shown.map(\.description).joined(separator: ",")
                    )
                    let open = "$$('.card button[aria-expanded]').map((one) => one.ariaExpanded).join()"
                    let wanted = shown[1...].map(\.description).joined(separator: ",")
                    #expect(try browser.value(pane: 0, of: open) as? String == wanted, "\(words)")
                }
                try shows("at first", false, false, false)
                #expect(try browser.value(pane: 0, of: "$('.card').textContent.includes('inner')") as? Bool == false)
                try browser.press("Peek")
                try shows("after Peek", true, false, false)
                try browser.press("First")
                try shows("after First", true, true, false)
                try browser.press("Second")
                try shows("after Second", true, false, true)
                try browser.press("Second")
                try shows("after Second again", true, false, false)
                try browser.press("Peek")
                try shows("after Peek again", false, false, false)
            }
        }

        /// A picture of the extension's own folder is shown, and words in place of one that is not there. Moments are told in the language
        /// and the zone of the person.
        @Test func picturesAndMomentsAreThoseOfThePlace() async throws {
            let moment = "2026-05-31T22:30:00Z"
            let card = CardPlugin.card(
                #"""
                {"type":"Image","url":"private:drawing.jpg","altText":"A drawing"},
                {"type":"Image","url":"private:none.png","altText":"No drawing"},
                {"type":"TextBlock","text":"{{DATE(\#(moment))}} | {{DATE(\#(moment),SHORT)}} | {{DATE(\#(moment),LONG)}} | {{TIME(\#(moment))}}"}
                """#
            )
            try await Self.with(card) { browser, page in
                let folder = try Puppet.privateFolder(of: CardPlugin.id, in: page.home)
                try Data(try SampleFiles.bytes("turned.jpg")).write(to: URL(filePath: folder + "/drawing.jpg"))
                for (locale, zone, told) in [
                    ("en-US", "America/New_York", "5/31/26 | Sun, May 31, 2026 | Sunday, May 31, 2026 | 6:30 PM"),
                    ("de-DE", "Asia/Tokyo", "01.06.26 | Mo., 1. Juni 2026 | Montag, 1. Juni 2026 | 07:30"),
                ] {
                    try browser.press("Close")
                    try browser.live(in: locale, zone)
                    try Self.open(browser)
                    let words = "$$('.card-text').map((one) => one.innerText.replaceAll(/\\s+/g, ' '))"
                    #expect(try browser.value(pane: 0, of: "\(words).join()") as? String == told)
                }
                try browser.wait(
                    pane: 0,
                    for: "$('.card img')?.naturalWidth > 0 && $('.card-alt')?.innerText === 'No drawing'"
                )
                #expect(
                    try browser.value(pane: 0, of: "$$('.card img').map((one) => one.alt).join()") as? String
                        == "A drawing"
                )
                #expect(try browser.screenColours(".card img", pane: 0) > 5)
            }
        }

        /// A card with each kind of input, and each way to give the values.
        private static let form = CardPlugin.card(
            #"""
            {"type":"Input.Text","id":"text","label":"Text"},
            {"type":"Input.Text","id":"lines","label":"Lines","isMultiline":true},
            {"type":"Input.Text","id":"password","label":"Word","style":"password"},
            {"type":"Input.Number","id":"number","label":"Number"},
            {"type":"Input.Date","id":"date","label":"Day"},{"type":"Input.Time","id":"time","label":"Time"},
            {"type":"Input.Toggle","id":"toggle","title":"On","valueOn":"yes","valueOff":"no"},
            {"type":"Input.ChoiceSet","id":"compact","label":"One","style":"compact","choices":[
             {"title":"Apple","value":"a"},{"title":"Banana","value":"b"}]},
            {"type":"Input.ChoiceSet","id":"expanded","label":"Also one","style":"expanded","choices":[
             {"title":"East","value":"e1"},{"title":"West","value":"e2"}]},
            {"type":"Input.ChoiceSet","id":"several","label":"Several","isMultiSelect":true,"choices":[
             {"title":"Monday","value":"m1"},{"title":"Tuesday","value":"m2"},{"title":"Wednesday","value":"m3"}]},
            {"type":"Input.ChoiceSet","id":"filtered","label":"Another","style":"filtered","choices":[
             {"title":"Second","value":"second"},{"title":"Third","value":"third"}]},
            {"type":"Input.Text","id":"beside","label":"Beside","inlineAction":{"type":"Action.Submit","id":"beside it","title":"Beside it"}},
            {"type":"Container","items":[{"type":"TextBlock","text":"somewhere"}],
             "selectAction":{"type":"Action.Submit","id":"place","title":"Place","data":{"z":[true]}}},
            {"type":"Image","url":"bundle:picture.png","altText":"Picture","selectAction":{"type":"Action.Submit","id":"picture"}}
            """#,
            actions: #"""
                {"type":"Action.Submit","id":"go","title":"Go","data":{"x":1}},
                {"type":"Action.Execute","id":"run","verb":"do","title":"Carry out"},
                {"type":"Action.Submit","id":"nothing","title":"Nothing","associatedInputs":"none","data":{"only":"this"}},
                {"type":"Action.ShowCard","title":"More","card":{"type":"AdaptiveCard","body":[
                 {"type":"Input.Text","id":"inner","label":"Inner"}],
                 "actions":[{"type":"Action.Submit","id":"within","title":"Within"}]}}
                """#
        )

        /// A card with hidden words, and cards of two buttons.
        private static let hiding = CardPlugin.card(
            #"{"type":"TextBlock","id":"secret","text":"boo","isVisible":false}"#,
            actions: #"""
                {"type":"Action.ToggleVisibility","title":"Peek","targetElements":["secret"]},
                {"type":"Action.ShowCard","title":"First","card":{"type":"AdaptiveCard","body":[{"type":"TextBlock","text":"first inner"}]}},
                {"type":"Action.ShowCard","title":"Second","card":{"type":"AdaptiveCard","body":[{"type":"TextBlock","text":"second inner"}]}}
                """#
        )

        /// Fills in the form by the keyboard and by clicks.
        private static func fill(_ browser: Browser) throws {
            func field(_ label: String) throws -> String {
                let place = "$$('.card label').find((one) => one.innerText.trim() === given[0])"
                try browser.wait(pane: 0, for: "\(place).htmlFor", label)
                let found = place.replacing("given[0]", with: "'\(label)'")
                return "#\(try #require(try browser.value(pane: 0, of: "\(found).htmlFor") as? String))"
            }
            for (label, keys) in [
                ("Text", "one"), ("Lines", "first\u{E007}second"), ("Word", "pass, word"), ("Number", "-1.5"),
                ("Day", "05312026"), ("Time", "0630PM"), ("One", "Banana"), ("Beside", "near"),
            ] {
                try browser.type(keys, into: field(label))
            }
            for label in ["On", "East", "West", "Monday", "Tuesday", "Wednesday", "Tuesday"] {
                try browser.click(field(label))
            }
            // Only what is offered is taken.
            let kinds =
                try browser.value(pane: 0, of: "$$('.card .card-field').map((one) => one.type).join()") as? String
            #expect(kinds == "text,textarea,password,number,date,time,select-one,text,text")
            try browser.type("Thi\u{E004}", into: field("Another"))
            try browser.wait(pane: 0, for: "$('.card-problem').innerText === 'Choose one of the suggestions'")
            try browser.type("rd\u{E004}", into: field("Another"))
            try browser.wait(pane: 0, for: "!$('.card-problem')")
        }

        /// What the extension was told, a line for each action.
        private static func told(in folder: String) throws -> [String] {
            guard FileManager.default.fileExists(atPath: folder + "/told") else { return [] }
            let text = try String(contentsOfFile: folder + "/told", encoding: .utf8)
            return text.split(separator: "\n").map { String($0.dropFirst("told ".count)) }
        }

        /// The card is open in expanded style on alice's device.
        private static func with(_ card: String, _ body: @Sendable (Browser, ServedPage) async throws -> Void)
            async throws
        {
            try await Browser.onDevices([try CardPlugin.showing(card)]) { browser, page in
                try open(browser)
                try await body(browser, page)
            }
        }

        private static func open(_ browser: Browser) throws {
            try browser.press("Apps")
            try browser.click(".tile")
            try browser.wait(pane: 0, for: "$('.extension[data-state=view] .card')")
            try browser.click(".grabber")
            try browser.wait(pane: 0, for: "$('.extension').dataset.style === 'expanded'")
        }
    }
}
