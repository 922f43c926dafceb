import Foundation
import MayflyConformance
import MayflyModel
import MayflyStore
import MayflyStoreSupport
import Testing

extension BrowserTests {
    /// The transcript on the screen.
    @Suite struct Transcripts {
        /// The page is small, and asks its own server only. A long conversation opens at its end, is read upwards to its beginning, and
        /// the page has only what is near the screen.
        @Test func aLongConversationIsReadInParts() async throws {
            try await ServedPage.with(["--side-by-side", "bob"]) { page, tool in
                try LongConversation.fill(tool.home, messages: LongConversation.length)
                let browser = try Browser(width: 700, height: 800)
                try browser.open(page.address)
                try browser.wait(pane: 0, for: "$('.conversation')")
                let loads = try browser.loads()
                let kinds = Set(loads.map(\.kind))
                #expect(kinds.isSuperset(of: ["Document", "Script", "Stylesheet", "Fetch", "WebSocket"]), "\(kinds)")
                let others = loads.filter {
                    !$0.address.hasPrefix("http://\(page.host)/") && !$0.address.hasPrefix("ws://\(page.host)/")
                }
                #expect(others.isEmpty, "the browser asked for \(others)")
                let bytes = loads.reduce(0) { $0 + ($1.kind == "Image" ? 0 : $1.bytes) }
                #expect(30_000 < bytes && bytes < 100_000, "the first load has \(bytes) bytes")
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
                // What a person looks at does not move when older rows come above it.
                let moves = try #require(try browser.runAsync(LongConversation.comingAbove) as? [Double])
                #expect(moves.count == 3 && moves.allSatisfy { $0 < 1 }, "\(moves)")
                let read = try #require(try browser.runAsync(LongConversation.reading) as? [String: Any])
                #expect(read["missing"] as? [Int] == [], "\(read)")
                #expect(read["blank"] as? Int == 0, "\(read)")
                #expect(try #require(read["most"] as? Int) < 700, "\(read)")
                #expect(read["isFirst"] as? Bool == true && read["isLast"] as? Bool == true, "\(read)")
                #expect(try browser.errors() == [])
            }
        }

        /// Rows that become a page of their own are not made again.
        @Test func rowsStayWhatTheyAre() async throws {
            try await ServedPage.with(["--side-by-side", "bob"]) { page, tool in
                // High enough for the rows that were there before.
                let browser = try Browser(width: 700, height: 1_800)
                try browser.open(page.address)
                try browser.click(".conversation")
                try browser.wait(pane: 0, for: Browser.isOpen)
                for start in stride(from: 0, to: 150, by: 30) {
                    try LongConversation.append((start..<start + 30).map { "row \($0)" }, to: tool.home)
                    try browser.wait(pane: 0, for: "$$('.words').at(-1)?.textContent === 'row \(start + 29)'")
                }
                try browser.run("window.known = new Set(document.querySelectorAll('.row'))")
                try LongConversation.append(["row 150"], to: tool.home)
                try browser.wait(
                    pane: 0,
                    for: "$$('.rows').length === 2 && $$('.words').at(-1)?.textContent === 'row 150'"
                )
                let counts = "[$$('.row').length, $$('.row').filter((one) => window.known.has(one)).length]"
                #expect(try browser.value(pane: 0, of: counts) as? [Int] == [151, 150])
            }
        }

        /// What is drawn at a time is bounded by how long the rows are, too.
        @Test func longRowsAreDrawnInParts() async throws {
            try await ServedPage.with(["--side-by-side", "bob"]) { page, tool in
                let browser = try Browser(width: 700, height: 800)
                try browser.open(page.address)
                try browser.click(".conversation")
                try browser.wait(pane: 0, for: Browser.isOpen)
                for start in stride(from: 0, to: 30, by: 3) {
                    try LongConversation.append((start..<start + 3).map(Self.longText), to: tool.home)
                    try browser.wait(pane: 0, for: "$$('.words').at(-1)?.textContent.startsWith('row \(start + 2) ')")
                    #expect(try Self.largestPart(browser) < 210_000)
                }
                #expect(try browser.value(pane: 0, of: "$$('.rows').length") as? Int ?? 0 > 2)
                // All that came meanwhile, and what is read again.
                try LongConversation.append((30..<50).map(Self.longText), to: tool.home)
                try browser.wait(pane: 0, for: "$$('.words').at(-1)?.textContent.startsWith('row 49 ')")
                #expect(try Self.largestPart(browser) < 210_000)
                try browser.reload()
                try browser.wait(pane: 0, for: "$$('.words').at(-1)?.textContent.startsWith('row 49 ')")
                #expect(try Self.largestPart(browser) < 90_000)
                // To the beginning.
                let first = "$('.words')?.textContent.startsWith('row 0 ')"
                try browser.wait(pane: 0, for: "($('.transcript').scrollTop = 0, \(first))")
                #expect(try Self.largestPart(browser) < 90_000)
            }
        }

        private static func longText(_ number: Int) -> String {
            "row \(number) " + String(repeating: "word ", count: 2_400)
        }

        /// How many characters the longest of the lists has that are drawn.
        private static func largestPart(_ browser: Browser) throws -> Int {
            let lengths = "$$('.rows').map((one) => one.textContent.length)"
            return try #require((try browser.value(pane: 0, of: lengths) as? [Int])?.max())
        }

        /// How far a message has come is told below it, and why it was not delivered. A bubble has its titles over the picture and its captions
        /// below; a file has its name, its type and its size.
        @Test func aMessageIsToldWhole() async throws {
            try await Browser.onDevices([]) { browser, page in
                let store = try Store(home: HomeFolder(path: page.home))
                let alice = try store.device(named: "alice").id
                let chat = try store.conversation(named: "chat").id
                let media = MediaStore(home: store.home)
                let failing = try store.send(
                    [try Self.message(in: media, withPicture: false, from: alice)],
                    in: chat,
                    from: alice
                )
                let notes =
                    "$$('.row.own > .note').map((one) => one.innerText).filter((one) => one !== 'from Layouts').join()"
                try browser.wait(pane: 0, for: "\(notes) === 'Sending…'")
                try store.settle(failing.envelope.id, error: MessageError(.unknown, "the other side is away"))
                try browser.wait(
                    pane: 0,
                    for: "\(notes) === 'Not sent: the other side is away.' && $('.row.own > .bad').checkVisibility()"
                )
                // Without a picture there are no titles, and without a caption no subcaption.
                let failed = try browser.value(pane: 0, of: "$('.row.own .card-bubble').innerText")
                #expect(
                    (failed as? String)?.split(separator: "\n").map(String.init) == ["on the right", "below it"],
                    "\(failed)"
                )
                // Words of the person, too.
                let lost = try store.send(
                    [Item(sender: alice.ownPerson, content: .text("lost"))],
                    in: chat,
                    from: alice
                )
                try store.settle(lost.envelope.id, error: MessageError(.unknown, "no room is left"))
                try browser.wait(
                    pane: 0,
                    for:
                        "$$('.row.own.text > .bad').map((one) => one.innerText).join() === 'Not sent: no room is left.'"
                )
                let files: [(name: String, type: MediaType, size: Int)] = [
                    ("notes.txt", .text, 12), ("table.bin", .data, 34_567), ("film.bin", .data, 1_234_567),
                ]
                let attachments = try files.map { name, type, size in
                    Attachment(file: try media.save([UInt8](repeating: 65, count: size), name: name, type: type))
                }
                let items = attachments.map { Item(sender: alice.ownPerson, content: .attachment($0)) }
                let message = try Self.message(in: media, withPicture: true, from: alice)
                let sent = try store.send(items + [message], in: chat, from: alice)
                try browser.wait(
                    pane: 0,
                    for:
                        "$$('.row.own > .note').map((one) => one.innerText).filter((one) => one === 'Sending…').length === 4"
                )
                #expect(try browser.value(pane: 1, of: "$$('.row').length") as? Int == 0)
                try store.handOver(sent.envelope)
                // Only the newest of what was delivered says so.
                try browser.wait(
                    pane: 0,
                    for: "\(notes) === 'Not sent: the other side is away.,Not sent: no room is left.,Delivered'"
                )
                try browser.wait(pane: 1, for: "$$('.row').length === 4 && $('.card-bubble .shown').naturalWidth > 0")
                let told = try browser.value(
                    pane: 1,
                    of: "$$('a.file').map((one) => one.innerText.trim().split('\\n').join())"
                )
                #expect(
                    told as? [String] == ["notes.txt,text, 12 bytes", "table.bin,data, 35 kB", "film.bin,data, 1.2 MB"]
                )
                try Self.checkTheLayout(browser)
                withExtendedLifetime((failing.claim, lost.claim, sent.claim)) {}
            }
        }

        /// A message with all texts that a layout has.
        private static func message(in media: MediaStore, withPicture: Bool, from device: DeviceID) throws -> Item {
            var layout = TemplateLayout()
            if withPicture {
                let size = MediaFile.PixelSize(width: 320, height: 320)
                layout.image = try media.save(
                    try SampleFiles.bytes("grey.jpg"),
                    name: "a.jpg",
                    type: .jpeg,
                    pixelSize: size
                )
                layout.caption = MentionText(literal: "the caption")
            }
            layout.imageTitle = MentionText(literal: "the title")
            layout.imageSubtitle = MentionText(literal: "the subtitle")
            layout.subcaption = MentionText(literal: "the subcaption")
            layout.trailingCaption = MentionText(literal: "on the right")
            layout.trailingSubcaption = MentionText(literal: "below it")
            let id = try #require(ExtensionID(rawValue: "org.example.missing"))
            let message = InteractiveMessage(session: SessionID(), url: "?a", layout: layout)
            return Item(
                sender: device.ownPerson,
                content: .interactive(message),
                origin: Origin(extensionID: id, name: "Layouts")
            )
        }

        /// The titles lie on the lower part of the picture, one below the other, and each caption is in its corner below the picture.
        private static func checkTheLayout(_ browser: Browser) throws {
            let seen =
                try browser.value(
                    pane: 1,
                    of: """
                        (() => {
                          const box = (name) => $(`.card-bubble ${name}`).getBoundingClientRect()
                          const [picture, titles, title, subtitle] = ['.shown', '.titles', '.title', '.subtitle'].map(box)
                          const [caption, subcaption] = ['.caption > :first-child', '.subcaption > :first-child'].map(box)
                          const [right, below] = ['.caption > .trailing', '.subcaption > .trailing'].map(box)
                          return [
                            ['.title', '.subtitle', '.caption', '.subcaption'].map((name) => $(`.card-bubble ${name}`).innerText.split('\\n').join()).join(' | '),
                            Math.abs(titles.bottom - picture.bottom) < 1 && titles.top > picture.top && title.left - picture.left < 20,
                            title.bottom <= subtitle.top + 1 && subtitle.bottom <= picture.bottom,
                            caption.top >= picture.bottom && subcaption.top >= caption.bottom,
                            right.left >= caption.right && picture.right - right.right < 20 && Math.abs(right.top - caption.top) < 2,
                            below.left >= subcaption.right && picture.right - below.right < 20 && Math.abs(below.top - subcaption.top) < 2,
                          ]
                        })()
                        """
                ) as? [Any]
            #expect(
                seen?.first as? String
                    == "the title | the subtitle | the caption,on the right | the subcaption,below it"
            )
            #expect(seen?.dropFirst().map { $0 as? Bool } == Array(repeating: true, count: 5), "\(seen ?? [])")
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
                let item = Item(sender: alice.ownPerson, content: .interactive(message), origin: origin)
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
                // Who asked for less motion starts it.
                try browser.prefer(["prefers-reduced-motion": "reduce"])
                try browser.reload()
                try browser.wait(pane: 0, for: "$('video')?.readyState >= 2 && $('video').checkVisibility()")
                let rests = """
                    const done = arguments[arguments.length - 1]
                    const { paused, currentTime, controls } = document.querySelector('video')
                    // What begins when it is seen begins within two frames.
                    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done([paused, controls, currentTime === 0]), 0)))
                    """
                #expect(try browser.runAsync(rests) as? [Bool] == [true, true, true])
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
                ConversationEvent.received(Item(sender: alice.ownPerson, content: .text("message \($0)")))
            }
            _ = try store.append(events, to: chat, on: bob)
        }
    }

    /// Texts of alice that come now.
    static func append(_ texts: [String], to home: String) throws {
        let store = try Store(home: HomeFolder(path: home))
        let (alice, chat) = (try store.device(named: "alice").id, try store.conversation(named: "chat").id)
        let items = texts.map { Item(sender: alice.ownPerson, content: .text($0)) }
        try store.handOver(try store.send(items, in: chat, from: alice).envelope)
    }

    /// Scrolls up three times until older rows come. It gives how many points each time the row moved that was at the top of the screen.
    static let comingAbove = """
        const done = arguments[arguments.length - 1]
        const transcript = document.querySelector('.transcript')
        const top = () => transcript.getBoundingClientRect().top
        const rows = () => [...transcript.querySelectorAll('.row')]
        const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)))
        ;(async () => {
          const moves = []
          while (moves.length < 3) {
            const first = rows()[0]
            transcript.scrollTop = transcript.clientHeight / 2
            const seen = rows().find((row) => row.getBoundingClientRect().bottom > top())
            const place = seen.getBoundingClientRect().top
            while (rows()[0] === first) await frame()
            moves.push(Math.abs(seen.getBoundingClientRect().top - place))
          }
          // Back to the end.
          transcript.scrollTop = transcript.scrollHeight
          while (!rows().at(-1) || rows().at(-1).getBoundingClientRect().bottom > transcript.getBoundingClientRect().bottom) await frame()
          done(moves)
        })().catch((error) => done([String(error)]))
        """

    /// Reads to the beginning and back to the end as a person does, one screen after the other. It gives how many messages were
    /// missing, how often a part of the screen stayed blank, and how many rows the page had at most.
    static let reading = """
        const done = arguments[arguments.length - 1]
        const transcript = document.querySelector('.transcript')
        const seen = new Set()
        let most = 0, blank = 0
        const number = (row) => Number(row.querySelector('.words').textContent.split(' ')[1])
        const rows = () => [...transcript.querySelectorAll('.row')]
        const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)))
        // Each part of the conversation that is on the screen has its rows.
        const hasRows = () => {
          const box = transcript.getBoundingClientRect()
          const isOnScreen = ({ top, bottom, height }) => height > 0 && bottom > box.top && top < box.bottom
          return [...transcript.querySelectorAll('.rows')].filter((one) => isOnScreen(one.getBoundingClientRect())).every((one) => one.childElementCount > 0)
        }
        const look = async () => {
          // A page that was empty is filled within a moment.
          let isShown = hasRows()
          for (let turn = 0; turn < 500 && !isShown; turn += 1) {
            await frame()
            isShown = hasRows()
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
