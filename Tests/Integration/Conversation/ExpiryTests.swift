import Foundation
import GRDB
import MayflyConformance
import MayflyHost
import MayflyModel
import MayflyTesting
import Testing

@testable import MayflyStore

/// Messages that expire once they were read (model 5.10), by a clock that the test moves.
@Suite struct ExpiryTests {
    private static let message = "message url=?secret|caption=secret|session=A|expires=1"

    /// Waits until the transcript on the screen has so many rows.
    private static func wait(_ trace: Trace, until count: Int) async {
        await trace.wait { events in
            let pages = events.compactMap { if case .transcript(let page) = $0 { page } else { nil } }
            return pages.last?.count == count
        }
    }

    private static func expiry(_ window: ConversationWindow) async -> Expiry? {
        await window.transcript.entries.first?.bubble?.expiry
    }

    @Test(.proves("C-146")) func isDeletedSomeTimeAfterItWasRead() async throws {
        let clock = TestClock()
        try await Puppet.with(clock: clock) { test in
            try await test.send(Self.message, from: "alice")
            clock.advance(by: .seconds(1_000_000))
            #expect(try test.rows(of: "bob") == ["* secret"])
            let trace = Trace()
            try await test.window(as: "bob", trace: trace) { window in
                await trace.wait { !$0.isEmpty }
                #expect(await Self.expiry(window) == .due(clock.now.advanced(by: .seconds(120))))
                clock.advance(by: .milliseconds(119_999))
                try await window.settle()
                #expect(await window.transcript.count == 1)
                clock.advance(by: .milliseconds(1))
                await Self.wait(trace, until: 0)
                #expect(await window.transcript.entries.isEmpty)
            }
            // Who sent it keeps it, and has nothing that expires.
            #expect(try test.rows(of: "alice") == ["* secret"])
            try await test.window(as: "alice") { #expect(await Self.expiry($0) == nil) }
        }
    }

    /// Read on one device of a person, it goes from all of them, on the screen too.
    @Test(.proves("C-146")) func goesFromTheOtherDevicesOfTheReader() async throws {
        let clock = TestClock()
        try await Puppet.with(clock: clock) { test in
            try test.host.createDevice("tablet", of: "bob")
            try await test.send(Self.message, from: "alice")
            let due = Expiry.due(clock.now.advanced(by: .seconds(120)))
            let (phone, tablet) = (Trace(), Trace())
            try await test.window(as: "bob", trace: phone) { window in
                await phone.wait { !$0.isEmpty }
                #expect(await Self.expiry(window) == due)
                clock.advance(by: .seconds(60))
                try await test.window(as: "tablet", trace: tablet) { other in
                    // It shows it later, and the time of the first reading counts.
                    #expect(await Self.expiry(other) == due)
                    clock.advance(by: .milliseconds(59_999))
                    try await other.settle()
                    #expect(await other.transcript.count == 1)
                    clock.advance(by: .milliseconds(1))
                    await Self.wait(tablet, until: 0)
                    await Self.wait(phone, until: 0)
                    #expect(await other.transcript.entries.isEmpty)
                    #expect(await window.transcript.entries.isEmpty)
                }
            }
            #expect(try test.rows(of: "alice") == ["* secret"])
        }
    }

    @Test(.proves("C-146")) func staysWhenTheReaderKeepsItAndWhereItIsNotAskedFor() async throws {
        let clock = TestClock()
        try await Puppet.with(clock: clock) { test in
            try await test.send(Self.message, from: "alice")
            try await test.send("message url=?plain|caption=plain", from: "alice")
            try await test.window(as: "bob") { window in
                try await window.keep(1)
                #expect(await Self.expiry(window) == .kept)
                await #expect(throws: MayflyError.self) { try await window.keep(2) }
            }
            clock.advance(by: .seconds(1_000))
            #expect(try test.rows(of: "bob") == ["* secret", "* plain"])
        }
    }

    /// The number is that of another message by the time of the tap.
    @Test func aMessageThatHasTakenTheNumberIsNotTapped() async throws {
        let clock = TestClock()
        try await Puppet.with(clock: clock) { test in
            try await test.send(Self.message, from: "alice")
            try await test.send("message url=?second|caption=second|session=B", from: "alice")
            let trace = Trace()
            try await test.window(as: "bob", trace: trace) { window in
                await trace.wait { !$0.isEmpty }
                let shown = await window.transcript.entry(number: 1)?.itemID
                clock.advance(by: .seconds(120))
                await Self.wait(trace, until: 1)
                for act in [window.tapBubble, window.keep] {
                    let error = await #expect(throws: MayflyError.self) { try await act(1, shown) }
                    #expect(error?.message == "nothing is done: entry 1 is another one than was shown")
                }
                #expect(await window.openExtension == nil)
                try await window.tapBubble(1, shown: window.transcript.entry(number: 1)?.itemID)
                #expect(await window.openExtension?.id.description == Puppet.id)
            }
        }
    }

    @Test func expiresWhileNoHostRuns() async throws {
        let clock = TestClock()
        try await Puppet.with(clock: clock) { test in
            try await test.send(Self.message, from: "alice")
            try await test.window(as: "bob") { try await $0.settle() }
            clock.advance(by: .seconds(120))
            let reborn = try ExtensionHost(home: HomeFolder(path: test.home), clock: clock)
            #expect(try reborn.look(at: test.conversation, as: "bob").transcript.count == 0)
        }
    }

    /// The list of conversations has the last row of each, and no window may show the conversation for a long time.
    @Test(arguments: [false, true]) func theListOfConversationsShowsNothingOfIt(isFull: Bool) async throws {
        let clock = TestClock()
        try await Puppet.with(clock: clock) { test in
            try await test.send("message url=?1|caption=first", from: "alice")
            try await test.send(Self.message, from: "alice")
            try await test.window(as: "bob") { try await $0.settle() }
            func newest() throws -> String? {
                try test.host.overviews(as: "bob").first?.newest?.item?.message?.url
            }
            clock.advance(by: .milliseconds(119_999))
            #expect(try newest() == "?secret")
            let store = try Store(home: HomeFolder(path: test.home))
            if isFull { try Self.refuseWriting(in: store) }
            clock.advance(by: .milliseconds(1))
            #expect(try newest() == "?1")
            let bob = try store.device(named: "bob").id
            let chat = try store.conversation(named: test.conversation)
            let log = try store.log(of: chat.id, on: bob)
            #expect(log.contains { "\($0)".contains("secret") } == isFull, "deleted, where that is possible")
        }
    }

    /// As on a full disk: nothing can be added to a log.
    private static func refuseWriting(in store: Store) throws {
        try store.write { db in
            try db.execute(
                sql: "CREATE TRIGGER full BEFORE INSERT ON event BEGIN SELECT RAISE(ABORT, 'the disk is full'); END"
            )
        }
    }

    /// It is left out of all that is read, and the numbers are those of the rows that are left.
    @Test func nothingShowsItWhereItCannotBeDeleted() async throws {
        let clock = TestClock()
        try await Puppet.with(clock: clock) { test in
            try await test.send("message url=?1|caption=first", from: "alice")
            try await test.send(Self.message, from: "alice")
            try await test.send("message url=?2|caption=second|session=B", from: "alice")
            try await test.window(as: "bob") { try await $0.settle() }
            try Self.refuseWriting(in: Store(home: HomeFolder(path: test.home)))
            let rows = ["* first", "* second"]
            let trace = Trace()
            try await test.window(as: "bob", trace: trace) { window in
                try await window.settle()
                #expect(await window.transcript.count == 3)
                clock.advance(by: .seconds(120))
                await Self.wait(trace, until: 2)
            }
            try await test.window(as: "bob") { window in
                let page = await window.transcript
                #expect(page.count == 2)
                #expect(page.entry(number: 2)?.item?.message?.url == "?2")
                let above = try await window.page(before: page)
                #expect(above.entries.isEmpty)
                await #expect(throws: MayflyError.self) { try await window.tapBubble(3) }
            }
            #expect(try test.rows(of: "bob") == rows)
        }
    }

    @Test func collapsesAsUsualBeforeItExpires() async throws {
        let clock = TestClock()
        try await Puppet.with(clock: clock) { test in
            try await test.send(Self.message + "|summary=gone by", from: "alice")
            try await test.window(as: "bob") { try await $0.settle() }
            clock.advance(by: .seconds(100))
            try await test.send("message url=?2|caption=second|session=A", from: "alice")
            #expect(try test.rows(of: "bob") == ["- gone by", "* second"])
            // The time goes on, and the summary line is a part of the message.
            clock.advance(by: .seconds(19))
            #expect(try test.rows(of: "bob") == ["- gone by", "* second"])
            clock.advance(by: .seconds(1))
            #expect(try test.rows(of: "bob") == ["* second"])
        }
    }

    /// Of a message that nobody has read the summary line counts, and where there is none, nothing is left to be read.
    @Test(arguments: [true, false]) func whatCollapsesUnreadExpiresToo(hasSummary: Bool) async throws {
        let clock = TestClock()
        try await Puppet.with(clock: clock) { test in
            let first = "message url=?hidden-token|session=A|expires=1" + (hasSummary ? "|summary=gone by" : "")
            try await test.send(first, from: "alice")
            try await test.send("message url=?2|caption=second|session=A", from: "alice")
            clock.advance(by: .seconds(1_000))
            #expect(try test.rows(of: "bob") == (hasSummary ? ["- gone by"] : []) + ["* second"])
            let bob = try #require(try test.host.devices().first { $0.name == "bob" })
            let store = try Store(home: HomeFolder(path: test.home))
            let chat = try store.conversation(named: test.conversation)
            func isKept() throws -> Bool {
                try store.log(of: chat.id, on: bob.id).contains { "\($0)".contains("hidden-token") }
            }
            if hasSummary { #expect(try isKept()) }
            let trace = Trace()
            try await test.window(as: "bob", trace: trace) { window in
                try await window.settle()
                clock.advance(by: .seconds(120))
                if hasSummary { await Self.wait(trace, until: 1) }
            }
            #expect(try !isKept())
        }
    }

    /// Neither is its file handed over again.
    @Test func isNotSelectedAnyMoreWhenItIsDeleted() async throws {
        let clock = TestClock()
        try await Puppet.with(clock: clock) { test in
            try test.givePicture(to: "alice")
            try await test.send(Self.message + "|image=good.png", from: "alice")
            let trace = Trace()
            try await test.window(as: "bob", trace: trace) { window in
                try await window.tapBubble(1)
                #expect(try trace.sighting("willBecomeActive")["selected.url"] == "?secret")
                let folder = try test.receivedFolder(of: "bob")
                #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 1)
                clock.advance(by: .seconds(120))
                await Self.wait(trace, until: 0)
                try await window.tap("run")
                #expect(try trace.sighting("didPerformAction").message("selected").isEmpty)
                #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
            }
        }
    }

    @Test func leavesNothingOfItInTheDatabase() async throws {
        let clock = TestClock()
        try await Puppet.with(clock: clock) { test in
            try await test.send("message url=?very-hidden-token|caption=x|expires=1", from: "alice")
            try await test.window(as: "bob") { try await $0.settle() }
            let bob = try #require(try test.host.devices().first { $0.name == "bob" })
            clock.advance(by: .seconds(120))
            _ = try test.host.look(at: test.conversation, as: "bob")
            let home = HomeFolder(path: test.home)
            let store = try Store(home: home)
            let chat = try store.conversation(named: test.conversation)
            let log = try store.log(of: chat.id, on: bob.id).map { "\($0)" }
            #expect(log.count == 3)
            #expect(!log.contains { $0.contains("very-hidden-token") })
        }
    }

    @Test(.proves("C-146"), arguments: ["page", "tap"]) func isReadFurtherUpToo(how: String) async throws {
        let clock = TestClock()
        try await Puppet.with(clock: clock) { test in
            try await test.send(Self.message, from: "alice")
            try await test.window(as: "alice") { window in
                for number in 0..<TranscriptPage.usualLength {
                    try await window.type("\(number)")
                    try await window.send()
                }
                await #expect(throws: MayflyError.self) { try await window.keep(1) }
            }
            let trace = Trace()
            try await test.window(as: "bob", trace: trace) { window in
                #expect(await Self.expiry(window) == nil)
                if how == "tap" {
                    try await window.tapBubble(1)
                } else {
                    let above = try await window.page(before: window.transcript)
                    #expect(above.entries.first?.bubble?.expiry == .due(clock.now.advanced(by: .seconds(120))))
                }
                clock.advance(by: .seconds(120))
                await Self.wait(trace, until: TranscriptPage.usualLength)
                #expect(await window.transcript.count == TranscriptPage.usualLength)
            }
        }
    }
}
