import Foundation
import Testing

extension BrowserTests {
    /// Send sends only what a person can have seen. The clock of the page stands still in these tests, and is put forward by them.
    @Suite struct Sight {
        private static let keyEnter = "\u{E007}"

        /// An extension that covers the field writes under its cover, and then goes out of the way of the next press.
        @Test(arguments: ["style 0", "dismiss"]) func whatWasCoveredIsNotSent(end: String) async throws {
            try await Browser.onPuppet { browser, _, folder in
                try folder.write("didPerformAction style 1")
                try browser.runWithoutTime()
                try browser.wait(pane: 0, for: "$('.extension').dataset.style === 'expanded' && $('.rest').inert")
                try folder.write("didPerformAction text never seen")
                try browser.press("run")
                try browser.wait(pane: 0, for: "$('textarea').value === 'never seen'")
                try browser.passTime(60_000)
                // The first moment in which a press reaches Send.
                try browser.run(
                    """
                    const [rest, send, trouble] = ['.rest', '.send', '.trouble'].map((name) => document.querySelector(name))
                    // It is gone again when the press that led here is done.
                    window.sentences = []
                    new MutationObserver(() => window.sentences.push(trouble.textContent)).observe(trouble, { childList: true })
                    window.wasPressed = false
                    new MutationObserver(() => {
                      if (rest.inert || window.wasPressed) return
                      window.wasPressed = true
                      send.click()
                    }).observe(document.querySelector('.chat'), { attributes: true, subtree: true })
                    """
                )
                try folder.write("didPerformAction \(end)")
                try browser.press("run")
                try browser.wait(pane: 0, for: "window.wasPressed && ($('.row') || window.sentences.length)")
                #expect(try browser.value(pane: 0, of: "$('.row') === null") as? Bool == true)
                // A row of quick presses does not get through, whatever they are.
                for _ in 0..<4 {
                    try browser.passTime(400)
                    #expect(try browser.sends() == false)
                }
                if end == "dismiss" {
                    // The page has given the field the focus.
                    try browser.wait(pane: 0, for: "document.activeElement === $('textarea')")
                    for _ in 0..<4 {
                        try browser.passTime(400)
                        #expect(try browser.sends(by: Self.keyEnter) == false)
                    }
                }
                try browser.passTime(600)
                if end == "dismiss" { try browser.click("textarea") }
                #expect(try browser.sends())
                try browser.wait(pane: 1, for: "$('.words')?.innerText === 'never seen'")
            }
        }

        /// Also words that have stood there for long: a press that was meant for what was in that place is not one of Send.
        @Test(arguments: ["window", "question", "extension"]) func aPressRightAfterAMoveIsNotTaken(kind: String)
            async throws
        {
            try await Browser.onPuppet { browser, _, folder in
                try browser.stopClock()
                try folder.write("")
                try browser.click(".tile")
                try browser.wait(pane: 0, for: "$('.extension[data-state=view] .card')")
                try browser.type("my own words", into: "textarea")
                try browser.wait(pane: 0, for: "!$('.send').disabled")
                try browser.passTime(60_000)
                switch kind {
                case "window":
                    let size: [String: Any] = ["width": 1_000, "height": 600, "deviceScaleFactor": 1, "mobile": false]
                    try browser.command("Emulation.setDeviceMetricsOverride", size)
                    try browser.wait(for: "innerHeight === 600")
                case "question":
                    try browser.run("import('/links.js').then(({ askToOpen }) => askToOpen('https://example.com/a'))")
                    try browser.wait(for: "document.querySelector('dialog')")
                    try browser.press(keys: Self.keyEnter)
                    try browser.wait(for: "!document.querySelector('dialog')")
                default:
                    try browser.press("Close")
                    try browser.wait(pane: 0, for: "$('.extension').hidden")
                }
                #expect(try browser.sends() == false)
                try browser.passTime(600)
                #expect(try browser.sends())
            }
        }

        /// The keyboard goes to the field that an extension asks it for, unless the person writes somewhere else.
        @Test(arguments: ["another conversation", "another field", "the extension"])
        func theKeyboardStaysWhereThePersonWrites(place: String) async throws {
            try await Browser.onPuppet { browser, _, folder in
                try folder.write("didPerformAction text for alice\ndidPerformAction dismiss")
                try browser.click(".tile")
                try browser.wait(pane: 0, for: "$('.card-button')")
                try browser.run(
                    """
                    const dispatch = EventTarget.prototype.dispatchEvent
                    window.wasAsked = false
                    EventTarget.prototype.dispatchEvent = function (event) {
                      const value = dispatch.call(this, event)
                      if (event.type === 'keyboard') window.wasAsked = true
                      return value
                    }
                    """
                )
                let fields = [
                    "another conversation": ".pane:nth-of-type(2) textarea",
                    "another field": ".pane:nth-of-type(1) [aria-label=Device]",
                    "the extension": ".pane:nth-of-type(1) .card-button",
                ]
                let field = try #require(fields[place])
                if place == "another field" {
                    try browser.run("document.querySelector('.list').style.display = 'flex'")
                }
                try browser.run("document.querySelector(arguments[0]).focus()", field)
                try browser.run("document.querySelector('.card-button').click()")
                try browser.wait(
                    pane: 0,
                    for: "window.wasAsked && $('textarea').value === 'for alice' && $('.extension').hidden"
                )
                let expected = place == "the extension" ? ".pane:nth-of-type(1) textarea" : field
                #expect(
                    try browser.run("return document.activeElement === document.querySelector(arguments[0])", expected)
                        as? Bool == true
                )
            }
        }

        /// What a person changes in the words of an extension does not take its name off them.
        @Test func wordsOfAnExtensionAreNamedUntilTheyAreGone() async throws {
            try await Browser.onPuppet("didPerformAction text I owe you") { browser, _ in
                try browser.click(".tile")
                let name = try #require(try browser.value(pane: 0, of: "$('.app').textContent") as? String)
                let isNamed = "$('.by').checkVisibility() && $('.by').innerText === 'Words by ' + given[0]"
                try browser.press("run")
                try browser.wait(pane: 0, for: "\(isNamed) && $('textarea').value === 'I owe you'", name)
                try browser.type(" 5", into: "textarea")
                try browser.wait(pane: 0, for: "$('textarea').value === 'I owe you 5'")
                try browser.send(pane: 0)
                for pane in 0...1 {
                    try browser.wait(
                        pane: pane,
                        for:
                            "$('.words')?.innerText === 'I owe you 5' && $$('.sender').some((one) => one.innerText === 'by ' + given[0])",
                        name
                    )
                }
                try browser.press("run")
                try browser.wait(pane: 0, for: isNamed, name)
                // All of it is marked and written over.
                try browser.type("\u{E009}a\u{E000}mine", into: "textarea")
                try browser.wait(pane: 0, for: "$('.by').hidden && $('textarea').value === 'mine'")
                try browser.send(pane: 0)
                try browser.wait(
                    pane: 1,
                    for:
                        "$$('.words').at(-1).innerText === 'mine' && $$('.row').at(-1).querySelectorAll('.sender').length === 1"
                )
            }
        }

        /// The end of a text of an extension is below what the field shows.
        @Test func wordsOfAnExtensionAreSentWhenAllWereInView() async throws {
            let text = "Nice! " + String(repeating: "and more ", count: 120) + "wire the money"
            try await Browser.onPuppet("didPerformAction text \(text)") { browser, _ in
                try browser.runWithoutTime()
                try browser.wait(pane: 0, for: "$('textarea').value.endsWith('wire the money') && !$('.send').disabled")
                try browser.passTime(60_000)
                try browser.checkThatScrollingIsNeeded("textarea")
                try browser.wait(pane: 1, for: "$('.words')?.innerText.endsWith('wire the money')")
            }
        }

        @Test func thingsOfAnExtensionAreSentWhenAllWereInView() async throws {
            let lines = (0..<20).map { _ in "didPerformAction attach a.txt|a file with a name.txt" }
            try await Browser.onPuppet { browser, _, folder in
                try folder.write(lines.joined(separator: "\n"))
                try folder.write("words", to: "a.txt")
                try browser.runWithoutTime()
                try browser.wait(pane: 0, for: "$$('.waiting').length === 20 && !$('.send').disabled")
                try browser.passTime(60_000)
                try browser.checkThatScrollingIsNeeded(".staged")
                try browser.wait(pane: 1, for: "$$('.row').length === 20")
            }
        }
    }
}

extension Browser {
    /// Opens the puppet and runs its script, while no time passes.
    func runWithoutTime() throws {
        try stopClock()
        try click(".tile")
        try press("run")
    }

    /// Time goes on in the page only by `passTime`, as far as the page measures it.
    func stopClock() throws {
        try run(
            """
            window.clock = performance.now() + 1_000
            performance.now = () => window.clock
            Object.defineProperty(Event.prototype, 'timeStamp', { get: () => window.clock })
            """
        )
    }

    /// Time passes when all that has changed is on the screen.
    func passTime(_ milliseconds: Int) throws {
        try wait(for: "!document.querySelector('[data-held=unseen]')")
        try run("window.clock += arguments[0]", milliseconds)
    }

    /// Presses Send on alice's device once, or a key: whether that sends.
    func sends(by key: String? = nil) throws -> Bool {
        let before = try value(pane: 0, of: "$$('.row').length") as? Int ?? 0
        // The sentence may be gone again, when what the person did before is done.
        let watch = """
            const trouble = document.querySelector('.trouble')
            window.isRefused = false
            new MutationObserver(() => { window.isRefused = true }).observe(trouble, { childList: true })
            """
        try run(watch)
        if let key { try press(keys: key) } else { try run("document.querySelector('.send').click()") }
        try wait(pane: 0, for: "$$('.row').length > given[0] || window.isRefused", before)
        return try value(pane: 0, of: "$$('.row').length") as? Int != before
    }

    /// Send is refused until a person has scrolled what a selector finds to its end, without leaving out a part of it.
    fileprivate func checkThatScrollingIsNeeded(_ selector: String) throws {
        #expect(
            try value(pane: 0, of: "$('\(selector)').scrollHeight > $('\(selector)').clientHeight + 8") as? Bool == true
        )
        #expect(try sends() == false)
        #expect(try value(pane: 0, of: "$('.trouble').innerText.includes('Scroll through all of')") as? Bool == true)
        let scroll = """
            const done = arguments[arguments.length - 1]
            const element = document.querySelector(arguments[0])
            const to = (top) => new Promise((resolve) => {
              const before = element.scrollTop
              element.scrollTop = top
              if (element.scrollTop === before) resolve()
              else element.addEventListener('scroll', () => resolve(), { once: true })
            })
            const all = async () => {
              if (arguments[1] === 'jump') return to(element.scrollHeight)
              for (let top = 0; top < element.scrollHeight; top += element.clientHeight / 2) await to(top)
            }
            all().then(() => done(element.scrollTop + element.clientHeight >= element.scrollHeight - 1))
            """
        #expect(try runAsync(scroll, selector, "jump") as? Bool == true)
        let isFar =
            try value(pane: 0, of: "$('\(selector)').scrollHeight > 2.2 * $('\(selector)').clientHeight") as? Bool
        if isFar == true { #expect(try sends() == false) }
        #expect(try runAsync(scroll, selector, "through") as? Bool == true)
        #expect(try sends())
    }
}
