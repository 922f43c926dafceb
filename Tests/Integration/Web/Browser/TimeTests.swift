import Foundation
import GRDB
import MayflyModel
import MayflyStore
import MayflyTestSupport
import Testing

extension BrowserTests {
    /// When something was sent, and what is new.
    @Suite struct Times {
        /// What came since a device has shown a conversation is marked in its list, with the time, until it is shown; also when the server
        /// was started again meanwhile.
        @Test func whatIsNewIsMarkedUntilItIsShown() async throws {
            try await Tool.with { tool in
                let maker = try HostClient.inChat(tool)
                try maker.closeInput()
                try maker.finish()
                let page = try ServedPage(tool)
                let browser = try Browser(width: 700, height: 800)
                try browser.open(page.address)
                try browser.wait(pane: 0, for: "$('.conversation') && !$('.badge')")
                let store = try Store(home: HomeFolder(path: tool.home))
                let (alice, bob) = (try store.device(named: "alice").id, try store.device(named: "bob").id)
                let chat = try store.conversation(named: "chat").id
                func receive(_ text: String) throws {
                    let item = Item(sender: bob.ownPerson, content: .text(text))
                    _ = try store.append([.received(item)], to: chat, on: alice)
                }
                for text in ["one", "two"] { try receive(text) }
                let badge = "$('.badge')?.textContent.trim() === given[0]"
                try browser.wait(pane: 0, for: badge, "2 new")
                // The time in the words of the browser.
                let time = """
                    $('.conversation time').innerText
                      === new Intl.DateTimeFormat(undefined, { timeStyle: 'short' }).format(new Date($('.conversation time').dateTime))
                    """
                try browser.wait(pane: 0, for: time)
                try browser.picture("unread")
                try browser.click(".conversation")
                try browser.wait(pane: 0, for: "$$('.words').length === 2")
                try browser.click(".back")
                try browser.wait(pane: 0, for: "$('.conversation').checkVisibility() && !$('.badge')")
                // What comes while the conversation is shown is not new afterwards.
                try browser.click(".conversation")
                try browser.wait(pane: 0, for: "$$('.words').length === 2")
                try receive("three")
                try browser.wait(pane: 0, for: "$$('.words').length === 3")
                try browser.click(".back")
                try browser.wait(pane: 0, for: "$('.conversation .last').innerText === 'bob: three' && !$('.badge')")
                try receive("four")
                try browser.wait(pane: 0, for: badge, "1 new")
                // A page that nobody sees reads no list; it does when it is seen again.
                let away = "Object.defineProperty(document, 'hidden', { value: arguments[0], configurable: true })"
                let count = """
                    const send = WebSocket.prototype.send
                    window.asked = 0
                    WebSocket.prototype.send = function (line) {
                      if (line.includes('"conversations.next"')) window.asked += 1
                      return send.call(this, line)
                    }
                    """
                try browser.run("\(away); \(count)", true)
                try receive("five")
                // The change was told, and it waits for the next one.
                try browser.wait(for: "window.asked > 0")
                #expect(try browser.value(pane: 0, of: "$('.badge').textContent.trim()") as? String == "1 new")
                try browser.run("\(away); document.dispatchEvent(new Event('visibilitychange'))", false)
                try browser.wait(pane: 0, for: badge, "2 new")
                page.signal(SIGTERM)
                #expect(page.finish() == 0)
                let next = try ServedPage(tool)
                let other = try Browser(width: 700, height: 800)
                try other.open(next.address)
                try other.wait(pane: 0, for: badge, "2 new")
                next.signal(SIGTERM)
                #expect(next.finish() == 0)
            }
        }

        /// A message of another day has its date, in the list and in the transcript, where a line stands between messages that are far
        /// apart; each message tells its time.
        @Test(arguments: [("en-US", "Nov 3, 2:05 PM", "Nov 3"), ("de-DE", "3. Nov., 14:05", "3. Nov.")])
        func anotherDayIsTold(locale: String, line: String, date: String) async throws {
            try await ServedPage.with(["--side-by-side", "bob"]) { page, tool in
                try LongConversation.fill(tool.home, messages: 4)
                let calendar = Calendar(identifier: .gregorian)
                let year = calendar.component(.year, from: Date())
                let first =
                    try #require(
                        ISO8601DateFormatter().date(from: "\(year)-11-03T13:05:00Z")
                    ).timeIntervalSince1970 * 1_000
                let database = try DatabaseQueue(path: HomeFolder(path: tool.home).database)
                try await database.write { db in
                    for (position, minutes) in [(1, 0.0), (2, 10), (3, 90), (4, 95)] {
                        try db.execute(
                            sql: "UPDATE row SET time = ? WHERE position = ?",
                            arguments: [Int64(first + minutes * 60_000), position]
                        )
                    }
                }
                let browser = try Browser(width: 700, height: 800)
                try browser.live(in: locale, "Europe/Berlin")
                // The page lives a few days later.
                try browser.command(
                    "Page.addScriptToEvaluateOnNewDocument",
                    [
                        "source":
                            "{ const Real = Date; Date = class extends Real { constructor(...given) { given.length ? super(...given) : super(\(first) + 4 * 86_400_000) } } }"
                    ]
                )
                try browser.open(page.address)
                try browser.wait(pane: 0, for: "$('.conversation time')?.innerText === given[0]", date)
                try browser.click(".conversation")
                try browser.wait(pane: 0, for: "$$('.words').length === 4")
                let lines = try #require(
                    try browser.value(pane: 0, of: "$$('.rows > li').map((one) => one.innerText.split('\\n').at(-1))")
                        as? [String]
                )
                let later = line.replacing("2:05", with: "3:35").replacing("14:05", with: "15:35")
                #expect(lines == [line, "message 1", "message 2", later, "message 3", "message 4"])
                let titles = try #require(
                    try browser.value(pane: 0, of: "$$('.place').map((one) => one.title)") as? [String]
                )
                #expect(Set(titles).count == 4 && titles.allSatisfy { $0.contains("\(year)") }, "\(titles)")
                try browser.picture("times-\(locale)")
                #expect(try browser.errors() == [])
            }
        }
    }
}
