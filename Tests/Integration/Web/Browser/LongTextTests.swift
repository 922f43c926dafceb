import Foundation
import MayflyModel
import MayflyStore
import MayflyStoreSupport
import MayflyTestSupport
import Testing

extension BrowserTests {
    /// Texts that a browser takes long to draw.
    @Suite struct LongTexts {
        private static let arabic = "\u{628}"
        private static let family = "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}\u{200D}\u{1F466}"

        /// What another writes into the field is shown by its beginning and its end. It is not sent from there, and can be cleared.
        @Test(arguments: ["lines", "run", "words"]) func aFieldThatIsTooLongIsNotDrawn(kind: String) async throws {
            let middle = [
                "lines": String(repeating: "\n", count: 300_000), "run": String(repeating: Self.arabic, count: 100_000),
                "words": String(repeating: "word ", count: 20_000),
            ]
            let text = "the beginning \(try #require(middle[kind])) the end"
            try await Browser.onDevices([]) { browser, page in
                let client = try PageClient(page)
                let window = try client.openWindow()
                try client.call("window.replaceText", ["window": window, "text": text])
                let isShort = """
                    !$('.long').hidden && $('textarea').hidden && $('textarea').value === '' && $('.long').textContent.length < 1200
                      && $('.long').textContent.includes('the beginning') && $('.long').textContent.includes('the end')
                      && $('.long .note').textContent.startsWith('This text is too long to be shown, and is not sent from here: ' + given[0])
                    """
                let count = text.utf16.count.formatted(.number.locale(Locale(identifier: "en")))
                try browser.wait(pane: 0, for: isShort, "\(count) characters in")
                #expect(try browser.value(pane: 0, of: "$('.send').disabled") as? Bool == true)
                // Nor where the conversation is opened again.
                try browser.reload()
                try browser.wait(pane: 0, for: isShort, "\(count) characters in")
                try browser.run("document.querySelector('.long').focus()")
                try browser.press(keys: "\u{E007}")
                try browser.press("Clear the text")
                try browser.wait(pane: 0, for: "$('.long').hidden && $('textarea') === document.activeElement")
                try browser.type("short", into: "textarea")
                try browser.send(pane: 0)
                try browser.wait(pane: 1, for: "$('.words')?.innerText === 'short' && $$('.row').length === 1")
            }
        }

        /// The list of conversations is whole, with what came last at its beginning, whatever others write.
        @Test func noTextTakesAConversationOffTheList() async throws {
            try await ServedPage.with(["--side-by-side", "alice"]) { page, tool in
                let store = try Store(home: HomeFolder(path: tool.home))
                let (alice, bob) = (try store.device(named: "alice").id, try store.device(named: "bob").id)
                for number in 0..<40 {
                    let talk = try store.createConversation("talk \(number)", with: ["alice", "bob"])
                    let text = Item(sender: bob.ownPerson, content: .text(String(repeating: "\u{7F}", count: 16_384)))
                    _ = try store.append([.received(text)], to: talk.id, on: alice)
                }
                let browser = try Browser()
                try browser.open(page.address)
                try browser.wait(pane: 0, for: "$$('.conversation').length === 41")
                let names = try browser.value(pane: 0, of: "$$('.conversation').map((one) => one.dataset.name)")
                #expect(names as? [String] == (0..<40).reversed().map { "talk \($0)" } + ["chat"])
                #expect(try browser.value(pane: 0, of: "$$('.badge').length") as? Int == 40)
            }
        }

        /// Long runs without blanks have places to break a line at, between whole characters, and are copied as they were.
        @Test func longRunsHavePlacesToBreak() async throws {
            let runs = [
                String(repeating: Self.arabic, count: 7_000), String(repeating: Self.family, count: 500),
                "short " + String(repeating: "x", count: 900) + " words " + String(repeating: "e\u{301}", count: 500),
                String(repeating: "words with blanks ", count: 500), String(repeating: "a\u{8A9E} ", count: 2_000),
                String(repeating: Self.arabic, count: 70_000),
            ]
            try await ServedPage.with(["--side-by-side", "alice,bob"]) { page, tool in
                let store = try Store(home: HomeFolder(path: tool.home))
                let (alice, chat) = (try store.device(named: "alice").id, try store.conversation(named: "chat").id)
                let items = runs.map { Item(sender: alice.ownPerson, content: .text($0)) }
                try store.handOver(try store.send(items, in: chat, from: alice).envelope)
                let browser = try Browser()
                try browser.open(page.address)
                try browser.click(".conversation", pane: 1)
                try browser.wait(pane: 1, for: "$$('.words').length === \(runs.count)")
                try browser.press("Show all of it", pane: 1)
                try browser.press("Show more (20,000 characters)", pane: 1)
                try browser.wait(pane: 1, for: "$$('.words').at(-1).textContent.length === 70000")
                for (index, text) in runs.enumerated() {
                    let outcome = try browser.run(Self.looking, index, text) as? [String: Any]
                    #expect(outcome?["isWhole"] as? Bool == true, "\(index): \(outcome ?? [:])")
                    #expect(outcome?["isCopied"] as? Bool == true, "\(index): \(outcome ?? [:])")
                    #expect(outcome?["cutCharacters"] as? Int == 0, "\(index): \(outcome ?? [:])")
                    #expect(try #require(outcome?["longest"] as? Int) <= 200, "\(index): \(outcome ?? [:])")
                    // Letters of several scripts take a browser the square of the length of what has no such place.
                    let isMixed = text.contains("\u{8A9E} ")
                    #expect(!isMixed || (outcome?["longestNode"] as? Int ?? .max) <= 250, "\(index): \(outcome ?? [:])")
                }
                #expect(try browser.errors() == [])
            }
        }

        /// The same in a card of an extension, and where it is fitted to another text.
        @Test func longRunsOfACardHavePlacesToBreak() async throws {
            try await Browser.onDevices([]) { browser, _ in
                let script = """
                    const done = arguments[arguments.length - 1]
                    const view = (text) => ({ card: { actions: [], body: [{ type: 'text', wrap: true, paragraphs: [{ spans: [{ text }] }] }] } })
                    const texts = ['a'.repeat(1000), 'b'.repeat(3000), 'short']
                    import('/card.js').then(({ drawCard, updateCard }) => {
                      const card = drawCard(view(texts[0]), {})
                      done(texts.map((text) => {
                        updateCard(card, view(text), {})
                        const parts = [...card.querySelector('.card-paragraph > span').childNodes].filter((one) => one.nodeType === Node.TEXT_NODE)
                        return [card.textContent === text, Math.max(...parts.map((one) => one.length)), card.querySelectorAll('wbr').length]
                      }))
                    }).catch((error) => done([[String(error)]]))
                    """
                let parts = try #require(try browser.runAsync(script) as? [[Any]])
                #expect(parts.count == 3 && parts.allSatisfy { $0.first as? Bool == true }, "\(parts)")
                #expect(
                    parts.map { $0[1] as? Int } == [200, 200, 5] && parts.map { $0[2] as? Int } == [4, 14, 0],
                    "\(parts)"
                )
            }
        }

        /// A text that an extension wants in one line is cut there, however long it is.
        @Test func aLongRunOfOneLineStaysInIt() async throws {
            try await Browser.onDevices([]) { browser, _ in
                let script = """
                    const done = arguments[arguments.length - 1]
                    const view = (text) => ({ card: { actions: [], body: [{ type: 'text', paragraphs: [{ spans: [{ text }] }] }] } })
                    import('/card.js').then(({ drawCard }) => {
                      done(['short', 'a'.repeat(3000)].map((text) => {
                        const card = drawCard(view(text), {})
                        document.querySelector('.chat').append(card)
                        return card.querySelector('.card-paragraph').getBoundingClientRect().height
                      }))
                    }).catch((error) => done([String(error)]))
                    """
                let heights = try #require(try browser.runAsync(script) as? [Double])
                #expect(heights[0] > 10 && heights[0] == heights[1], "\(heights)")
            }
        }

        /// How the bubble of a text is divided.
        private static let looking = """
            const bubble = [...document.querySelectorAll('.pane')[1].querySelectorAll('.words')][arguments[0]]
            const text = arguments[1]
            const nodes = []
            const walker = document.createTreeWalker(bubble, NodeFilter.SHOW_TEXT)
            while (walker.nextNode()) nodes.push(walker.currentNode.data)
            const selection = getSelection()
            selection.selectAllChildren(bubble)
            const copied = selection.toString()
            selection.removeAllRanges()
            const ends = new Set()
            for (const { index } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)) ends.add(index)
            let at = 0
            let cut = 0
            for (const node of nodes.slice(0, -1)) {
              at += node.length
              if (!ends.has(at)) cut += 1
            }
            const longest = Math.max(...nodes.flatMap((node) => node.split(' ')).map((run) => run.length))
            return { isWhole: nodes.join('') === text, isCopied: copied.trim() === text.trim(), cutCharacters: cut, longest, longestNode: Math.max(...nodes.map((node) => node.length)) }
            """
    }
}
