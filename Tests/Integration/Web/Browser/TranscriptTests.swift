import Foundation
import MayflyConformance
import MayflyModel
import MayflyStore
import Testing

extension BrowserTests {
    /// The transcript on the screen.
    @Suite struct Transcripts {
        /// A long conversation opens at its end, is read upwards to its beginning, and the page has only what is near the screen.
        @Test func aLongConversationIsReadInParts() async throws {
            try await ServedPage.with(["--side-by-side", "bob"]) { page, tool in
                try LongConversation.fill(tool.home, messages: LongConversation.length)
                let browser = try Browser(width: 700, height: 800)
                try browser.open(page.address)
                try browser.click(".conversation")
                try browser.wait(
                    pane: 0,
                    for: "$$('.words').at(-1)?.textContent === 'message \(LongConversation.length)'"
                )
                // The last row is on the screen.
                try browser.wait(
                    pane: 0,
                    for:
                        "$$('.row').at(-1).getBoundingClientRect().bottom <= $('.transcript').getBoundingClientRect().bottom"
                )
                let read = try #require(try browser.runAsync(LongConversation.reading) as? [String: Any])
                #expect(read["missing"] as? [Int] == [], "\(read)")
                #expect(read["blank"] as? Int == 0, "\(read)")
                #expect(try #require(read["most"] as? Int) < 700, "\(read)")
                #expect(read["isFirst"] as? Bool == true && read["isLast"] as? Bool == true, "\(read)")
                #expect(try browser.errors() == [])
            }
        }

        /// A movie fills the body of its bubble, and is played again and again, without sound.
        @Test(.proves("C-201"), arguments: ["clip.webm", "clip.mp4"]) func aMovieFillsTheBodyAndIsPlayed(name: String)
            async throws
        {
            try await ServedPage.with(["--side-by-side", "bob"]) { page, tool in
                let store = try Store(home: HomeFolder(path: tool.home))
                let alice = try store.device(named: "alice").id
                let chat = try store.conversation(named: "chat").id
                let file = try MediaStore(home: store.home).save(
                    try SampleFiles.bytes(name),
                    name: name,
                    type: name.hasSuffix("webm") ? .webm : .mp4
                )
                var layout = TemplateLayout()
                layout.media = file
                layout.caption = MentionText(literal: "A movie")
                let message = InteractiveMessage(session: SessionID(), url: "?a", layout: layout)
                let origin = Origin(
                    extensionID: try #require(ExtensionID(rawValue: "org.example.movie")),
                    name: "Movies"
                )
                let item = Item(sender: alice.owner, content: .interactive(message), origin: origin)
                try store.handOver(try store.send([item], in: chat, from: alice).envelope)
                let browser = try Browser(width: 700, height: 800)
                try browser.open(page.address)
                try browser.click(".conversation")
                try browser.wait(pane: 0, for: "$('button.card-bubble video')?.videoWidth > 0")
                // It goes on, and begins again after its end.
                let again = """
                    (() => {
                      const video = document.querySelector('video')
                      const last = window.lastTime ?? 0
                      window.lastTime = video.currentTime
                      return video.muted && !video.paused && last > 0 && video.currentTime < last
                    })()
                    """
                try browser.wait(for: again)
                let part = try #require(
                    try browser.run(
                        """
                        const box = (name) => document.querySelector(name).getBoundingClientRect()
                        const [body, video, words] = [box('button.card-bubble'), box('video'), box('.captions')]
                        return [video.left - body.left, body.right - video.right, video.top - body.top, words.top - video.bottom, video.height]
                        """
                    ) as? [Double]
                )
                #expect(part.prefix(4).allSatisfy { abs($0) < 1 } && part[4] > 40, "\(part)")
            }
        }
    }
}

/// A conversation of so many texts of alice.
enum LongConversation {
    static let length = Int(ProcessInfo.processInfo.environment["MAYFLY_PAGE_MESSAGES"] ?? "") ?? 2_000

    static func fill(_ home: String, messages: Int, named name: String = "chat") throws {
        let store = try Store(home: HomeFolder(path: home))
        let (alice, bob) = (try store.device(named: "alice").id, try store.device(named: "bob").id)
        let chat = try store.conversation(named: name).id
        for start in stride(from: 1, through: messages, by: 5_000) {
            let events = (start..<min(start + 5_000, messages + 1)).map {
                ConversationEvent.received(Item(sender: alice.owner, content: .text("message \($0)")))
            }
            _ = try store.append(events, to: chat, on: bob)
        }
    }

    /// Reads to the beginning and back to the end as a person does, one screen after the other. It gives how many messages were
    /// missing, how often there was none in the middle of the screen, and how many rows the page had at most.
    static let reading = """
        const done = arguments[arguments.length - 1]
        const transcript = document.querySelector('.transcript')
        const seen = new Set()
        let most = 0, blank = 0
        const number = (row) => Number(row.querySelector('.words').textContent.split(' ')[1])
        const rows = () => [...transcript.querySelectorAll('.row')]
        const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)))
        const hasRow = () => {
          const box = transcript.getBoundingClientRect()
          return [.3, .5, .7].some((part) => document.elementFromPoint(box.left + 40, box.top + box.height * part)?.closest('.rows')?.childElementCount > 0)
        }
        const look = async () => {
          // A page that was empty is filled within a moment.
          let isShown = hasRow()
          for (let turn = 0; turn < 500 && !isShown; turn += 1) {
            await frame()
            isShown = hasRow()
          }
          if (!isShown) blank += 1
          const shown = rows()
          most = Math.max(most, shown.length)
          const box = transcript.getBoundingClientRect()
          for (const row of shown) {
            const { top, bottom } = row.getBoundingClientRect()
            if (bottom > box.top && top < box.bottom) seen.add(number(row))
          }
        }
        const walk = async (isEnd, step) => {
          for (let turns = 0; turns < 20_000; turns += 1) {
            await look()
            if (isEnd()) return true
            const before = transcript.scrollTop
            transcript.scrollTop += step()
            await frame()
            if (transcript.scrollTop === before) await new Promise((resolve) => setTimeout(resolve, 20))
          }
          return false
        }
        const last = number(rows().at(-1))
        ;(async () => {
          const isFirst = await walk(() => rows().length > 0 && transcript.scrollTop < 1 && number(rows()[0]) === 1, () => -transcript.clientHeight * .8)
          const missing = []
          for (let one = 1; one <= last; one += 1) if (!seen.has(one)) missing.push(one)
          seen.clear()
          const isLast = await walk(() => transcript.scrollHeight - transcript.scrollTop - transcript.clientHeight < 2, () => transcript.clientHeight * .8)
          for (let one = 1; one <= last; one += 1) if (!seen.has(one)) missing.push(-one)
          done({ missing, most, blank, isFirst, isLast: isLast && number(rows().at(-1)) === last })
        })().catch((error) => done({ error: String(error) }))
        """
}
