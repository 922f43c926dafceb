import Foundation
import MayflyTestSupport
import Testing

extension BrowserTests {
    /// What people do with the page, from beginning to end.
    @Suite struct Stories {
        @Test func anIceCreamIsBuiltTogether() async throws {
            try await Browser.onDevices([Samples.iceCream]) { browser, _ in
                try browser.press("Apps")
                let icons =
                    "$$('.tile img').every((one) => one.checkVisibility() && one.naturalWidth > 0) && $$('.tile img').length === $$('.tile').length"
                try browser.wait(pane: 0, for: "$('.tile') && \(icons)")
                #expect(try browser.screenColours(".tile img", pane: 0) > 5)
                try browser.press("Ice Cream Builder")
                try browser.press("New ice cream")
                // The pictures of the card are those of the bundle.
                try browser.wait(
                    pane: 0,
                    for:
                        "$('.extension').dataset.style === 'expanded' && $$('.card img').length > 1 && $$('.card img').every((one) => one.naturalWidth > 0)"
                )
                #expect(try browser.screenColours(".card img", pane: 0) > 5)
                try browser.picture("ice-cream-expanded")
                try browser.press("Cone")
                try browser.wait(for: "document.querySelector('.waiting .card-bubble img')?.naturalWidth > 0")
                try browser.send(pane: 0)
                let bubble = "button.card-bubble img.shown"
                try browser.wait(pane: 1, for: "$('\(bubble)')?.naturalWidth > 0")
                #expect(try browser.screenColours(bubble, pane: 1) > 5)
                let caption = try browser.run(
                    "return document.querySelectorAll('.pane')[1].querySelector('button.card-bubble .caption').innerText"
                )
                #expect(caption as? String == "Let's build an ice cream")
                // The icon of the extension lies on the picture.
                let isInside = """
                    (([icon, bubble]) => icon.width > 20 && icon.left > bubble.left && icon.top > bubble.top && icon.right < bubble.right && icon.bottom < bubble.bottom)(
                      ['button.card-bubble .app-icon', 'button.card-bubble'].map((name) => $(name).getBoundingClientRect()))
                    """
                try browser.wait(pane: 1, for: "$('button.card-bubble .app-icon').naturalWidth > 0 && \(isInside)")
                #expect(try browser.screenColours("button.card-bubble .app-icon", pane: 1) > 5)
                // Bob taps it, adds a scoop and sends it back.
                try browser.click("button.card-bubble", pane: 1)
                try browser.press("Vanilla", pane: 1)
                try browser.wait(pane: 1, for: "$('.waiting .card-bubble')")
                let before = try #require(try browser.value(pane: 0, of: "$('\(bubble)').src") as? String)
                try browser.send(pane: 1)
                // Alice has the ice cream with the scoop in place of the one without, as bob has it.
                try browser.wait(
                    pane: 0,
                    for:
                        "$('.summary') && $$('\(bubble)').length === 1 && $('\(bubble)').src !== given[0] && $('\(bubble)').naturalWidth > 0",
                    before
                )
                #expect(try browser.screenColours(bubble, pane: 0) > 5)
                for pane in 0...1 {
                    try browser.wait(
                        pane: pane,
                        for:
                            "$$('button.card-bubble .caption').map((one) => one.innerText).join() === 'I added some scoops'"
                    )
                }
                // The recipient's picture is made anew.
                let pixels = """
                    (() => {
                      const context = new OffscreenCanvas(64, 64).getContext('2d')
                      context.drawImage($('\(bubble)'), 0, 0, 64, 64)
                      return [...context.getImageData(0, 0, 64, 64).data]
                    })()
                    """
                let pictures = try (0...1).map { try #require(try browser.value(pane: $0, of: pixels) as? [Int]) }
                #expect(zip(pictures[0], pictures[1]).allSatisfy { abs($0 - $1) < 8 })
                try browser.picture("ice-cream-two-devices")
            }
        }

        @Test func threePeopleAgreeOnABurger() async throws {
            try await Browser.onDevices([Samples.folder + "/BurgerPoll.mayfly"], of: ["alice", "bob", "carol"]) {
                browser,
                _ in
                try browser.press("Apps")
                try browser.press("Burger Poll")
                try browser.press("Ask the others")
                try browser.wait(pane: 0, for: "$('.waiting .card-bubble')")
                try browser.send(pane: 0)
                for (pane, burger) in [(1, "Veggie"), (2, "Chili")] {
                    try browser.tap(pane == 1 ? "Burger poll" : "Veggie 1", pane: pane)
                    try browser.wait(pane: pane, for: "$('.extension[data-state=view] .card')")
                    try browser.press(burger, pane: pane)
                    try browser.wait(pane: pane, for: "$('.waiting .card-bubble')")
                    try browser.send(pane: pane)
                }
                // Everybody sees both votes, and the first two messages of the poll have become lines.
                for pane in 0...2 {
                    try browser.wait(
                        pane: pane,
                        for: "$$('button.card-bubble').length === 1 && $$('.summary').length === 2"
                    )
                    try browser.wait(
                        pane: pane,
                        for: "$('button.card-bubble .caption').innerText === 'Veggie 1 · Chili 1'"
                    )
                }
                // Alice's view, which is open all the time, follows.
                try browser.wait(pane: 0, for: "$('.card').innerText.includes('Veggie 1 · Chili 1')")
                try browser.picture("burger-poll")
            }
        }

        /// The sentence names the way to the receipt, which has the call stack where there is one.
        @Test func aCrashIsOneSentenceWithAWayOn() async throws {
            try await Browser.onDevices([Samples.tally, try Crasher.bundle]) { browser, page in
                try browser.press("Apps")
                try browser.press("Tally")
                try browser.wait(for: "document.querySelector('.extension[data-state=view] .card')")
                let client = try PageClient(page)
                let workers = try #require(try client.call("workers.list")["workers"] as? [[String: Any]])
                kill(Int32(try #require(workers.first?["pid"] as? Int)), SIGKILL)
                try browser.wait(for: "document.querySelector('.failure[role=alert] p')?.innerText.includes('Tally')")
                try browser.picture("crash")
                try browser.press("What happened")
                try browser.wait(
                    for: "document.querySelector('dialog details[open] summary')?.innerText.includes('Tally')"
                )
                try browser.press(keys: "\u{E00C}")
                try browser.press("Open again")
                try browser.wait(for: "document.querySelector('.extension[data-state=view] .card')")
                try browser.press("Close")
                try browser.press("Apps")
                try browser.press("crasher")
                try browser.press("write")
                try browser.wait(pane: 0, for: "$('.failure p')?.innerText.includes('in count_votes() of plugin.so')")
                try browser.press("What happened")
                let receipt = "document.querySelector('dialog details[open]')"
                try browser.wait(for: "\(receipt)?.querySelector('summary').innerText.startsWith('crasher crashed')")
                try browser.run("\(receipt).querySelector('.technical summary').click()")
                let frames = try #require(
                    try browser.run(
                        "return [...\(receipt).querySelectorAll('ol.stack > li')].filter((one) => one.checkVisibility()).map((one) => one.innerText)"
                    ) as? [String]
                )
                #expect(
                    frames.first == "count_votes in lib/plugin.so"
                        && frames.last == "did_perform_action in lib/plugin.so"
                )
                #expect(
                    try browser.run("return \(receipt).querySelector('pre').innerText") as? String
                        == "counting\n\\u{1B}[31mvotes\n"
                )
            }
        }

        /// A reload ends the extension that is open, and loses nothing that the person has written or staged. The browser's own buttons go
        /// back and forward between the list and the conversation.
        @Test func aReloadAndTheWayBackKeepThePlace() async throws {
            try await Browser.onDevices([Samples.tally]) { browser, page in
                try browser.type("to be kept\u{E007}", into: "textarea", pane: 1)
                try browser.wait(for: "document.querySelector('.pane .words')?.innerText === 'to be kept'")
                try browser.press("Apps")
                try browser.press("Tally")
                try browser.press("+1")
                try browser.press("Put it in the message")
                try browser.wait(pane: 0, for: "$('.waiting .card-bubble')")
                try browser.type("not sent yet", into: "textarea")
                let client = try PageClient(page)
                let window = try client.openWindow()
                // The host has every letter.
                try await until {
                    let draft = try client.call("window.look", ["window": window])["draft"] as? HostClient.Object
                    return draft?["text"] as? String == "not sent yet"
                }
                try client.call("window.close", ["window": window])
                func workers() throws -> Int { try #require(client.call("workers.list")["workers"] as? [Any]).count }
                #expect(try workers() == 1)
                try browser.reload()
                try browser.wait(for: "document.querySelector('.pane .words')?.innerText === 'to be kept'")
                try browser.wait(for: "document.querySelector('.pane textarea').value === 'not sent yet'")
                try browser.wait(pane: 0, for: "$('.waiting .card-bubble') && $('.extension').hidden")
                try await until { try workers() == 0 }
                try browser.press("Apps")
                try browser.press("Tally")
                try browser.wait(pane: 0, for: "$('.extension[data-state=view] .card')")
                try browser.click(".back")
                try browser.wait(for: "document.querySelector('.pane').dataset.shows === 'list'")
                try browser.wait(for: "document.querySelector('.pane .conversation .last')?.innerText === 'Draft'")
                for _ in 0..<2 {
                    try browser.back()
                    try browser.wait(
                        pane: 0,
                        for: "$('.words')?.innerText === 'to be kept' && $('textarea').value === 'not sent yet'"
                    )
                    try browser.forward()
                    try browser.wait(pane: 0, for: "$('.conversation').checkVisibility() && !$('.chat')")
                }
            }
        }

        /// A page cannot go on with a server that has other secrets, and says so; with the same one it would.
        @Test func aServerThatWasStartedAgainIsTold() async throws {
            try await Tool.with { tool in
                let maker = try HostClient.inChat(tool)
                try maker.closeInput()
                try maker.finish()
                let page = try ServedPage(tool)
                let browser = try Browser()
                try browser.open(page.address)
                try browser.wait(for: "document.querySelector('.conversation')")
                page.signal(SIGTERM)
                #expect(page.finish() == 0)
                try browser.wait(
                    for: "document.querySelector('.lost').innerText.startsWith('The host does not answer.')"
                )
                try browser.judge("lost")
                let next = try ServedPage(tool, ["--host", page.machine, "--port", "\(page.port)"])
                try browser.wait(
                    for: "document.querySelector('.lost').innerText.startsWith('The server was started again')"
                )
                try browser.open(next.address)
                try browser.wait(
                    for: "document.querySelector('.conversation') && document.querySelector('.lost').hidden"
                )
                next.signal(SIGTERM)
                #expect(next.finish() == 0)
            }
        }
    }
}
