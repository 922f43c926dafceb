import Foundation
import GRDB
import MayflyConformance
import MayflyTestSupport
import Testing

extension ExtensionBrowserTests {
    /// The place of extensions, and what a person does with it.
    @Suite struct Extensions {
        /// The icon of an extension is on the screen in the drawer, above its view with its name, and on its messages.
        @Test func anExtensionHasItsIcon() async throws {
            try await Browser.onDevices([Samples.tally]) { browser, _ in
                try browser.press("Apps")
                #expect(
                    try browser.screenColours(
                        ".tile[data-extension='org.mayfly.tally'] .tile-icon",
                        pane: 0,
                        moreThan: 3
                    ) > 3
                )
                try browser.press("Tally")
                try browser.wait(pane: 0, for: "$('.extension[data-state=view] .card')")
                #expect(try browser.screenColours(".bar-icon", pane: 0, moreThan: 3) > 3)
                try browser.press("Put it in the message")
                try browser.wait(pane: 0, for: "!$('.staged').hidden")
                try browser.send(pane: 0)
                try browser.wait(pane: 1, for: "$('.card-bubble .app-icon')")
                #expect(try browser.screenColours(".card-bubble .app-icon", pane: 1, moreThan: 3) > 3)
                // Also where its drawer was not opened before.
                try browser.reload()
                try browser.click("button.card-bubble", pane: 1)
                try browser.wait(
                    pane: 1,
                    for: "$('.extension[data-state=view] .card') && $('.app').innerText === 'Tally'"
                )
            }
        }

        /// What scrolls aside over the view, and a finger that goes aside there, are the extension's in expanded style and the host's in
        /// compact style.
        @Test(.proves("C-077")) func whatGoesAsideReachesTheExtensionInExpandedStyle() async throws {
            let swiper = try PluginWorkshop.bundle("swiper")
            try await Browser.onDevices([swiper, Samples.tally]) { browser, _ in
                func wait(_ words: String) throws {
                    try browser.wait(pane: 0, for: "$('.extension .card')?.innerText.trim() === given[0]", words)
                }
                func drag(_ points: Int) throws {
                    let body =
                        "(({ x, y, width, height }) => [x + width / 2, y + height / 2])($('.extension-body').getBoundingClientRect())"
                    let middle = try #require(try browser.value(pane: 0, of: body) as? [Double]).map { Int($0) }
                    try browser.drag(from: (middle[0], middle[1]), to: (middle[0] + points, middle[1]), with: "touch")
                }
                try browser.press("Apps")
                try browser.press("swiper")
                try wait("compact swipes:")
                try browser.run("document.querySelector('.grabber').focus()")
                try browser.press(keys: "\u{E013}")
                try wait("expanded swipes:")
                try browser.scroll(aside: -90, over: ".extension-body")
                try wait("expanded swipes: right")
                // One move is told once, however far it goes, and too short a one not at all.
                let wheel = """
                    for (const deltaX of [20, 70, 90, 90, -20]) {
                      const one = new WheelEvent('wheel', { deltaX, bubbles: true, cancelable: true })
                      document.querySelector('.extension-body .card').dispatchEvent(one)
                    }
                    """
                try browser.run(wheel)
                try wait("expanded swipes: right left")
                try drag(-120)
                try wait("expanded swipes: right left left")
                try drag(120)
                try wait("expanded swipes: right left left right")
                // In compact style it leads to the next extension, and is not told.
                try browser.press(keys: "\u{E015}")
                try wait("compact swipes: right left left right")
                let next = "$('.extension[data-state=view]') && $('.app').textContent !== 'swiper'"
                let hasNext = "$('.after').checkVisibility()"
                try browser.wait(pane: 0, for: "\(hasNext) || $('.before').checkVisibility()")
                let isNext = try browser.value(pane: 0, of: hasNext) as? Bool == true
                try browser.scroll(aside: isNext ? 90 : -90, over: ".extension-body")
                try browser.wait(pane: 0, for: next)
            }
        }

        /// A move aside over the bar, and the arrow keys on the grabber, go to the neighbours of an extension.
        @Test func aSwipeGoesToTheNextExtension() async throws {
            try await Browser.onDevices([Samples.tally, Samples.iceCream]) { browser, _ in
                try browser.press("Apps")
                try browser.wait(pane: 0, for: "$('.tile')")
                let names = try #require(
                    try browser.value(pane: 0, of: "$$('.tile').map((one) => one.textContent)") as? [String]
                )
                try #require(names.count >= 3)
                try browser.press(names[0])
                try browser.wait(
                    pane: 0,
                    for: "$('.extension[data-state=view]') && $('.app').textContent === given[0]",
                    names[0]
                )
                let box = try #require(
                    try browser.value(
                        pane: 0,
                        of:
                            "(({ x, y, height }) => [x + 160, y + height / 2])($('.extension-bar').getBoundingClientRect())"
                    )
                        as? [Double]
                )
                try browser.drag(from: (Int(box[0]), Int(box[1])), to: (Int(box[0]) - 120, Int(box[1])))
                try browser.wait(
                    pane: 0,
                    for: "$('.extension[data-state=view]') && $('.app').textContent === given[0]",
                    names[1]
                )
                try browser.run("document.querySelector('.grabber').focus()")
                // The place of the extension does not close between two of them.
                let states =
                    "window.areaStates = new Set(); new MutationObserver(() => areaStates.add(document.querySelector('.extension').dataset.state)).observe(document.querySelector('.extension'), { attributes: true })"
                try browser.run(states)
                for (key, name) in [("\u{E014}", names[0]), ("\u{E012}", names[1])] {
                    try browser.press(keys: key)
                    try browser.wait(
                        pane: 0,
                        for: "$('.extension[data-state=view]') && $('.app').textContent === given[0]",
                        name
                    )
                    // The focus is there still.
                    try browser.wait(for: "document.activeElement.matches('.grabber')")
                }
                let seen = try #require(try browser.run("return [...areaStates]") as? [String])
                #expect(Set(seen).isSubset(of: ["view", "opening"]), "\(seen)")
            }
        }

        /// Whatever an extension shows, the page goes on: what else happened is shown, and a view that is too large is a sentence.
        @Test func aViewThatCannotBeToldHoldsUpNothing() async throws {
            try await ServedPage.with(["--side-by-side", "bob"]) { page, _ in
                let browser = try Browser(width: 900, height: 800)
                try browser.open(page.address)
                let script = """
                    const done = arguments[arguments.length - 1]
                    import('/conversation.js').then(async ({ Conversation }) => {
                      const view = { kind: 'card', style: 'compact', omitted: 600_000 }
                      const look = { last_event: 0, view, draft: {}, transcript: { count: 0, entries: [] }, failure: null, extension: 'a.b' }
                      const told = { number: 2, event: 'transcript', count: 7, entries: [] }
                      const batches = [{ events: [{ number: 1, event: 'omitted', kind: 'draft', bytes: 600_000 }, told], next: 2 }]
                      const asked = []
                      let looks = 0
                      const answers = {
                        'window.open': async () => ({ window: 'w1', members: [] }),
                        'window.look': async () => {
                          looks += 1
                          if (looks > 1) throw new Error('too large')
                          return look
                        },
                        'events.next': async ({ after }) => {
                          asked.push(after)
                          if (asked.length === 2) done([...asked, conversation.transcript.count, conversation.view.lines.length])
                          return batches.shift() ?? new Promise(() => {})
                        },
                      }
                      const connection = { call: (method, parameters) => answers[method](parameters), list: async () => [] }
                      const conversation = new Conversation(connection, 'alice', 'chat')
                      await conversation.open()
                    }).catch((error) => done([String(error)]))
                    """
                #expect(try browser.runAsync(script) as? [Int] == [0, 2, 7, 1])
            }
        }

        /// While an extension starts, the page shows that it does, says what it waits for, and in the end why nothing came of it.
        @Test func aStartThatTakesLongIsTold() async throws {
            try await Browser.onPuppet("willBecomeActive hang") { browser, page in
                let states = """
                    const done = arguments[arguments.length - 1]
                    const area = document.querySelector('.extension')
                    const began = performance.now()
                    const seen = []
                    const look = () => {
                      const state = area.dataset.state
                      const words = area.querySelector('.opening') ? area.querySelector('.opening').innerText : ''
                      const now = [state, area.querySelector('progress')?.checkVisibility() ?? false, words].join()
                      if (words && !window.toldAfter) [window.toldAfter, window.openingArea] = [performance.now() - began, area.cloneNode(true)]
                      if (seen.at(-1) !== now) seen.push(now)
                      if (state === 'failure') done(seen)
                    }
                    new MutationObserver(look).observe(area, { subtree: true, childList: true, attributes: true })
                    const wait = window.setTimeout
                    window.waits = []
                    window.setTimeout = (body, time, ...more) => wait(body, window.waits.push(time) && time, ...more)
                    document.querySelector('.failure button, .tile').click()
                    window.setTimeout = wait
                    look()
                    """
                var (seen, told): ([String], Double?) = ([], nil)
                // A browser that gets no time for seconds comes to it when the extension has ended.
                let client = try PageClient(page)
                for _ in 0..<10 where told == nil {
                    // One that has failed several times rests.
                    try client.call("extensions.reset", ["extension": Puppet.id])
                    try browser.run("delete window.toldAfter")
                    seen = try #require(try browser.runAsync(states) as? [String])
                    told = try browser.run("return window.toldAfter ?? null") as? Double
                }
                // The page waits for a second. How soon after it the browser comes to it depends on the machine.
                #expect(try #require(told) >= 1_000)
                #expect(try browser.run("return window.waits") as? [Int] == [1_000])
                // It is there at once: before anything else, in the same turn as the tap.
                let name = try #require(try browser.value(pane: 0, of: "$('.app').textContent") as? String)
                #expect(seen.first == "opening,true,", "\(seen)")
                #expect(seen.contains("opening,true,Waiting for \(name) to show something…"), "\(seen)")
                try browser.wait(
                    pane: 0,
                    for:
                        "$('.failure p').innerText.includes(given[0]) && $('.failure button').innerText === 'Open again'",
                    name
                )
                // The page as it was while it opened.
                try browser.run("document.querySelector('.extension').replaceWith(window.openingArea)")
                try browser.judge("opening")
            }
        }

        /// In compact style nothing typed reaches the extension: its field asks for more room first. In expanded style it does.
        @Test(.proves("C-072")) func onlyAnExpandedViewIsTypedInto() async throws {
            try await Browser.onDevices([Samples.tally]) { browser, _ in
                try browser.press("Apps")
                try browser.press("Tally")
                try browser.wait(pane: 0, for: "$('.card input')?.readOnly")
                try browser.run("document.querySelector('.card input').focus()")
                try browser.press(keys: "Laps")
                #expect(try browser.value(pane: 0, of: "$('.card input').value") as? String == "")
                #expect(try browser.value(pane: 0, of: "$('.extension').dataset.style") as? String == "compact")
                try browser.click(".card input")
                try browser.wait(
                    pane: 0,
                    for: "$('.extension').dataset.style === 'expanded' && !$('.card input').readOnly"
                )
                try browser.type("Laps", into: ".card input")
                try browser.press("+1")
                try browser.press("Put it in the message")
                try browser.wait(pane: 0, for: "$('.waiting .card-bubble').innerText.includes('Laps')")
                // It makes room for the input field and Send.
                try browser.wait(pane: 0, for: "$('.extension').dataset.style === 'compact' && !$('.rest').inert")
            }
        }

        /// A message that disappears says when, and is kept by a button, for good. Another one goes when its time is over.
        @Test func aMessageThatDisappearsIsKept() async throws {
            try await Browser.onPuppet { browser, page, folder in
                try folder.write("didPerformAction message url=?a|caption=For a while|expires=1")
                try browser.click(".tile")
                try browser.press("run")
                try browser.wait(pane: 0, for: "$('.waiting .card-bubble')")
                try browser.send(pane: 0)
                try browser.wait(pane: 1, for: "$('button.card-bubble').innerText.includes('For a while')")
                let notes = "$$('.row .note').map((one) => one.innerText)"
                try browser.wait(pane: 1, for: "\(notes).some((one) => /^Disappears in \\d+ (s|min)/.test(one))")
                try browser.press("Keep", pane: 1)
                let isKept = "\(notes).includes('Kept') && !\(notes).some((one) => one.includes('Disappears'))"
                try browser.wait(pane: 1, for: isKept)
                try folder.write("didPerformAction message url=?b|caption=Another one|expires=1")
                try browser.press("run")
                try browser.wait(pane: 0, for: "$('.waiting .card-bubble')")
                try browser.send(pane: 0)
                try browser.wait(pane: 1, for: "\(notes).some((one) => one.startsWith('Disappears in'))")
                // Its time is over.
                let database = try DatabaseQueue(path: page.home + "/mayfly.sqlite")
                try await database.write { db in
                    try db.execute(sql: "UPDATE row SET expires = 1 WHERE expires IS NOT NULL")
                }
                try browser.type("Later", into: "textarea")
                try browser.send(pane: 0)
                let captions = "$$('.row .caption').map((one) => one.innerText).join()"
                try browser.wait(pane: 1, for: "$('.words')?.innerText === 'Later' && \(captions) === 'For a while'")
                try browser.reload()
                try browser.wait(pane: 1, for: "$('.words')?.innerText === 'Later' && \(captions) === 'For a while'")
                try browser.wait(pane: 1, for: isKept)
            }
        }
    }
}
