import GRDB
import MayflyConformance
import MayflyHost
import MayflyLinux
import MayflyModel
import MayflyStore
import MayflyTesting
import Testing

/// What an extension reads of its session's messages, through a real worker.
@Suite struct SessionHistoryTests {
    /// The one way to a collapsed message: the extension asks for the session of the message that the person has tapped.
    @Test(.proves("C-161")) func givesTheCollapsedOnesInOrderAndTheyCannotBeTapped() async throws {
        try await Sessions.with { test in
            let word = try await test.talk(["alice": "ask", "bob": "veggie"])
            #expect(word == "page 0 count=2 older=0 ask,veggie")
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                // The collapsed one is a summary line: nobody taps it, however well its text is known.
                let error = await #expect(throws: MayflyError.self) { try await window.tapBubble(1) }
                #expect(error?.code == .notPossibleNow)
                // Without such a message there is no session to ask for.
                try await window.open(test.bundle(Sessions.id))
                try await window.tap("page")
                #expect(trace.told.last == "page 1009 count=0 older=0")
                try await window.tapNewest()
                try await window.tap("page")
            }
            #expect(trace.told.last { $0.hasPrefix("page") } == "page 0 count=2 older=0 ask,veggie")
        }
    }

    @Test func seesItsOwnMessagesInThisConversationOnly() async throws {
        try await Sessions.with { test in
            _ = try await test.talk(["alice": "ask", "bob": "mine"])
            // The same session id, elsewhere.
            try test.host.createConversation("elsewhere", with: ["alice", "bob"])
            try await test.host.withWindow(on: "elsewhere", as: "bob") { window in
                try await window.open(test.bundle(Sessions.id))
                try await window.say("elsewhere")
            }
            let trace = Trace()
            try await test.window(as: "bob", trace: trace) { window in
                try await window.open(test.bundle(Sessions.other))
                try await window.say("of another extension")
                try await window.tapNewest()
                try await window.tap("page")
            }
            #expect(trace.told.contains("page 0 count=1 older=0 of another extension"))
            let mine = Trace()
            try await test.window(as: "alice", trace: mine) { window in
                try await window.tapBubble(2)
                try await window.tap("page")
            }
            #expect(mine.told.contains("page 0 count=2 older=0 ask,mine"))
        }
    }

    @Test func needsASelectedMessageWithASession() async throws {
        try await Sessions.with { test in
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Sessions.id))
                try await window.tap("page")
                #expect(trace.told.contains("page 1009 count=0 older=0"))
                try await window.say("alone", by: "loose")
                try await window.tapNewest()
                trace.clear()
                try await window.tap("page")
                #expect(trace.told.contains("page 1009 count=0 older=0"))
                #expect(trace.lines.contains("call readSession error 1009"))
            }
        }
    }

    @Test func comesInPages() async throws {
        let pages = [
            ("0", "2", "page 0 count=2 older=1 four,five"), ("2", "2", "page 0 count=2 older=1 two,three"),
            ("4", "2", "page 0 count=1 older=0 one"), ("5", "2", "page 0 count=0 older=0"),
            ("0", "5", "page 0 count=5 older=0 one,two,three,four,five"),
            ("4294967295", "4294967295", "page 0 count=0 older=0"),
        ]
        try await Sessions.with { test in
            try await test.send(["one", "two", "three", "four", "five"].map { test.message($0) })
            let trace = Trace()
            try await test.window(as: "bob", trace: trace) { window in
                try await window.tapNewest()
                for (skip, limit, answer) in pages {
                    trace.clear()
                    try await window.tap("page", ["skip": skip, "limit": limit])
                    #expect(trace.pages == [answer])
                }
            }
        }
    }

    @Test func onePageHoldsTwoHundredAndFiftySixMessages() async throws {
        try await Sessions.with { test in
            try await test.send((1...256).map { test.message("\($0)") })
            let trace = Trace()
            try await test.window(as: "bob", trace: trace) { window in
                try await window.tapNewest()
                try await window.tap("page", ["limit": "1000"])
                #expect(trace.pages.last?.hasPrefix("page 0 count=256 older=0 ") == true)
                try await test.send([test.message("257")])
                try await window.settle()
                try await window.tap("page", ["limit": "1000"])
                #expect(trace.pages.last?.hasPrefix("page 0 count=256 older=1 ") == true)
            }
        }
    }

    @Test func largeMessagesMakeShortPages() async throws {
        try await Sessions.with { test in
            // 200,000 bytes each: three fit into one answer.
            try await test.send((1...4).map { test.message("\($0)" + String(repeating: "-", count: 200_000)) })
            let trace = Trace()
            try await test.window(as: "bob", trace: trace) { window in
                try await window.tapNewest()
                try await window.tap("page")
                try await window.tap("page", ["skip": "3"])
            }
            let heads = ["2", "3", "4"].map { $0 + String(repeating: "-", count: 29) }
            #expect(trace.told.contains("page 0 count=3 older=1 " + heads.joined(separator: ",")))
            #expect(trace.told.contains("page 0 count=1 older=0 1" + String(repeating: "-", count: 29)))
        }
    }

    /// Other people decide how long a conversation is, and how large its messages are: a page costs what it carries, and one message.
    @Test func whatAPageDoesNotCarryIsNotRead() async throws {
        try await Sessions.with { test in
            try await test.send((1...8).map { test.message("\($0)" + String(repeating: "-", count: 200_000)) })
            // Three fit. Reading one that is older than the fourth fails.
            let rows = try DatabaseQueue(path: HomeFolder(path: test.home).database)
            try await rows.write { db in
                try db.execute(
                    sql: """
                        UPDATE row SET payload = 'unreadable'
                        WHERE position <= (SELECT max(position) - 4 FROM row AS last WHERE last.chat = row.chat)
                        """
                )
                #expect(db.changesCount == 8)
            }
            let trace = Trace()
            try await test.window(as: "bob", trace: trace) { window in
                try await window.tapNewest()
                try await window.tap("page")
            }
            #expect(trace.told.contains { $0.hasPrefix("page 0 count=3 older=1 6--") })
        }
    }

    /// Each page takes more of the host's time than all other requests of an extension may take.
    @Test func readingWhatOthersSentEndsNoExtension() async throws {
        try await Sessions.with { test in
            try await test.send((1...512).map { test.message("\($0)" + String(repeating: "-", count: 2_000)) })
            var policy = Policy.immediate
            policy.hostBudget = try test.timeToReadAPage() / 2
            policy.hostWindow = .milliseconds(400)
            let host = try test.otherHost(searching: try Sessions.folders, policy: policy)
            let trace = Trace()
            try await host.withWindow(on: test.conversation, as: "bob", observer: { trace.record($0) }) { window in
                try await window.tapNewest()
                for skip in ["0", "256"] { try await window.tap("page", ["skip": skip]) }
            }
            #expect(trace.told.contains { $0.hasPrefix("page 0 count=256 older=1 257--") })
            #expect(trace.told.contains { $0.hasPrefix("page 0 count=256 older=0 1--") })
            #expect(trace.events.ends.map(\.cause.name) == ["finished"])
        }
    }
}

extension Trace {
    /// The pages that the plugin was given.
    fileprivate var pages: [String] { told.filter { $0.hasPrefix("page ") } }
}

extension TestHost {
    /// Each says one word in the session, in this order; what the last reads then of the session.
    fileprivate func talk(_ words: KeyValuePairs<String, String>) async throws -> String? {
        let trace = Trace()
        for (index, (person, word)) in words.enumerated() {
            try await window(as: person, trace: trace) { window in
                if index == 0 { try await window.open(bundle(Sessions.id)) } else { try await window.tapNewest() }
                try await window.say(word)
                guard index == words.count - 1 else { return }
                try await window.tap("page")
            }
        }
        return trace.told.last { $0.hasPrefix("page") }
    }

    /// A message of the plugin's, in the session that it has in mind from the drawer.
    fileprivate func message(_ caption: String) -> InteractiveMessage {
        let session = UUID128(bytes: Array(repeating: 7, count: 16)).map { SessionID($0) }
        var layout = TemplateLayout()
        layout.caption = MentionText(literal: caption)
        return InteractiveMessage(session: session, url: "?x=1", layout: layout)
    }

    /// What the host takes to read the newest page of bob's.
    fileprivate func timeToReadAPage() throws -> Duration {
        let store = try Store(home: HomeFolder(path: home))
        let (chat, bob) = (try store.conversation(named: conversation).id, try store.device(named: "bob").id)
        let session = try #require(message("").session)
        let scope = SessionScope(extensionID: try bundle(Sessions.id).id, session: session)
        let start = CPUAccounting.threadTime
        var count = 0
        try store.walkSession(scope, in: chat, on: bob) { _ in
            count += 1
            return count < 256
        }
        #expect(count == 256)
        return CPUAccounting.threadTime - start
    }

    /// Sends them from alice's device without anybody's hands.
    fileprivate func send(_ messages: [InteractiveMessage]) async throws {
        let store = try Store(home: HomeFolder(path: home))
        let alice = try store.device(named: "alice").id
        let origin = Origin(extensionID: try bundle(Sessions.id).id, name: "sessions")
        let items = messages.map { Item(sender: alice.ownPerson, content: .interactive($0), origin: origin) }
        let chat = try store.conversation(named: conversation).id
        let envelope = try store.send(items, in: chat, from: alice).envelope
        try await LoopbackTransport(store: store).deliver(envelope)
    }
}
