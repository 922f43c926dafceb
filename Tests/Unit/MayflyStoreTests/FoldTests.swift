import Foundation
import GRDB
import MayflyModel
import MayflyStoreSupport
import MayflyTestSupport
import MayflyViews
import Testing

@testable import MayflyStore

/// The stored fold equals the fold of the log, for any log.
@Suite struct FoldTests {
    @Test(arguments: 0..<12) func keepsTheFoldOfAnyLog(seed: UInt64) throws {
        let fixture = StoreFixture()
        let chat = try fixture.chat()
        var generator = SeededGenerator(state: seed)
        let items = try sampleItems(of: chat)
        var state = ConversationState()
        var seen: ConversationSnapshot?
        for _ in 0..<160 {
            let event = Self.event(about: items, &generator)
            let before = try chat.store.look(at: chat.id, on: chat.alice)
            // What is stored is what the last change showed.
            try #require(before.draft == state.draft)
            seen = try chat.store.append([event], to: chat.id, on: chat.alice, since: seen)
            if seen?.lastSeq != before.lastSeq { state.apply(event) }
            try expectSame(seen, state)
        }
        try expectSame(try chat.store.look(at: chat.id, on: chat.alice), state)
        // The same computed from the log, like after a change of the rules.
        try chat.store.write { db in try db.execute(sql: "PRAGMA user_version = 0; DELETE FROM row") }
        try expectSame(try fixture.open().look(at: chat.id, on: chat.alice), state)
    }

    /// Another program changes the input field between two changes of this one.
    @Test func takesTheInputFieldOfAnotherProgram() throws {
        let fixture = StoreFixture()
        let chat = try fixture.chat()
        let items = (1...3).map { chat.text("\($0)", from: chat.alice) }
        let seen = try chat.store.append([.staged(items[0])], to: chat.id, on: chat.alice)
        _ = try fixture.open().append([.staged(items[1])], to: chat.id, on: chat.alice)
        let after = try chat.store.append([.staged(items[2])], to: chat.id, on: chat.alice, since: seen)
        #expect(after.draft.text == "123")
        #expect(try chat.store.look(at: chat.id, on: chat.alice).draft == after.draft)
        let sent = try chat.store.sendDraft(after.draft.id, in: chat.id, from: chat.alice, since: seen)
        #expect(sent.envelope.items.map(\.content) == [.text("123")])
        #expect(sent.snapshot.draft.isEmpty)
    }

    private func expectSame(_ snapshot: ConversationSnapshot?, _ state: ConversationState) throws {
        let snapshot = try #require(snapshot)
        let whole = state.transcript.entries
        try #require(snapshot.draft == state.draft)
        try #require(snapshot.page.count == whole.count)
        try #require(snapshot.page.entries == Array(whole.suffix(TranscriptPage.usualLength)))
    }

    @Test func showsAPageAndThePagesAboveIt() async throws {
        let fixture = StoreFixture()
        let chat = try fixture.chat()
        let items = (1...120).map { chat.text("\($0)", from: chat.bob) }
        let end = try chat.store.append(items.map(ConversationEvent.received), to: chat.id, on: chat.alice).page
        #expect(end.entries.count == 50)
        #expect(end.firstNumber == 71)
        #expect(end.count == 120)
        let middle = try chat.store.page(before: end, in: chat.id, on: chat.alice)
        #expect(middle.entries.compactMap(\.item) == Array(items[20..<70]))
        let top = try chat.store.page(before: middle, in: chat.id, on: chat.alice)
        #expect(top.entries.compactMap(\.item) == Array(items[..<20]))
        #expect(top.firstNumber == 1)
        #expect(!top.hasEarlier)
        for number in [1, 20, 21, 70, 71, 120] {
            #expect(try chat.store.entry(number: number, in: chat.id, on: chat.alice)?.item == items[number - 1])
            #expect(try chat.store.number(of: items[number - 1].id, in: chat.id, on: chat.alice) == number)
        }
        for number in [Int.min, 0, 121, Int.max] {
            #expect(try chat.store.entry(number: number, in: chat.id, on: chat.alice) == nil)
        }
    }

    /// Two texts are longer than a page, and three others fill one.
    @Test func aPageHasFewerRowsWhereTheyAreLong() throws {
        let fixture = StoreFixture()
        let chat = try fixture.chat()
        let (long, third) = (TranscriptPage.usualBytes + 1, TranscriptPage.usualBytes / 3 - 1000)
        let lengths = [5, 5000, third, third, third, long, long, 7, third, third, 8]
        let items = lengths.map { chat.text(String(repeating: "a", count: $0), from: chat.bob) }
        let events = items.map(ConversationEvent.received)
        let first = try chat.store.append(events, to: chat.id, on: chat.alice)
        let again = try chat.store.look(at: chat.id, on: chat.alice, since: first)
        #expect(again.page == first.page)
        var (page, ranges) = (first.page, [Range<Int>]())
        while true {
            let start = page.firstNumber - 1
            ranges.append(start..<(start + page.entries.count))
            try #require(page.entries.compactMap(\.item) == Array(items[start..<(start + page.entries.count)]))
            guard page.hasEarlier else { break }
            page = try chat.store.page(before: page, in: chat.id, on: chat.alice)
            try #require(!page.entries.isEmpty)
        }
        #expect(ranges == [7..<11, 6..<7, 5..<6, 2..<5, 0..<2])
    }

    @Test func findsAllMessagesOfASessionInOrderOfArrival() throws {
        let fixture = StoreFixture()
        let chat = try fixture.chat()
        let session = SessionID()
        let messages = try (0..<5).map { try chat.message("\($0)", in: session, from: chat.bob) }
        let other = try chat.message("other", in: SessionID(), from: chat.bob)
        let events = (messages.prefix(3) + [other] + messages.dropFirst(3)).map(ConversationEvent.received)
        _ = try chat.store.append(events, to: chat.id, on: chat.alice)
        let scope = try #require(messages[0].sessionScope)
        let all = try chat.store.sessionItems(scope, in: chat.id, on: chat.alice, newest: 100)
        #expect(all.map(\.id) == messages.map(\.id))
        let newest = try chat.store.sessionItems(scope, in: chat.id, on: chat.alice, newest: 2)
        #expect(newest.map(\.id) == messages.suffix(2).map(\.id))
        #expect(try chat.store.sessionItems(scope, in: chat.id, on: chat.bob, newest: 9).isEmpty)
    }

    @Test func whatIsSkippedOfASessionIsNotRead() throws {
        let fixture = StoreFixture()
        let chat = try fixture.chat()
        let session = SessionID()
        let messages = try (0..<5).map { try chat.message("\($0)", in: session, from: chat.bob) }
        _ = try chat.store.append(messages.map(ConversationEvent.received), to: chat.id, on: chat.alice)
        let scope = try #require(messages[0].sessionScope)
        // Reading one of these rows throws.
        try chat.store.write { db in
            try db.execute(
                sql: "UPDATE row SET payload = 'unreadable' WHERE item IN (?, ?)",
                arguments: [messages[3].id.description, messages[4].id.description]
            )
        }
        let items = try chat.store.sessionItems(scope, in: chat.id, on: chat.alice, newest: 2, skipping: 2)
        #expect(items.map(\.id) == [messages[1].id, messages[2].id])
        #expect(try chat.store.sessionItems(scope, in: chat.id, on: chat.alice, newest: 9, skipping: .max).isEmpty)
        #expect(throws: MayflyError.self) {
            try chat.store.sessionItems(scope, in: chat.id, on: chat.alice, newest: 9, skipping: 1)
        }
        // Nor is one that is older than what was asked for.
        try chat.store.write { db in
            try db.execute(
                sql: "UPDATE row SET payload = 'unreadable' WHERE item = ?",
                arguments: [messages[0].id.description]
            )
        }
        #expect(try chat.store.sessionItems(scope, in: chat.id, on: chat.alice, newest: 2, skipping: 2) == items)
    }

    @Test func erasesWhatExpiredFromTheFileToo() throws {
        let fixture = StoreFixture()
        let chat = try fixture.chat()
        var message = InteractiveMessage(session: SessionID(), url: "?token=very-secret")
        message.shouldExpire = true
        let item = Item(sender: chat.bob.ownPerson, content: .interactive(message))
        let end = Timestamp(rawValue: 5000)
        _ = try chat.store.append([.received(item), .willExpire([item.id], at: end)], to: chat.id, on: chat.alice)
        try chat.store.expire(in: chat.id, on: chat.alice, at: Timestamp(rawValue: 4999))
        #expect(try chat.rows(chat.alice).count == 1)
        try chat.store.expire(in: chat.id, on: chat.alice, at: end)
        #expect(try chat.rows(chat.alice).isEmpty)
        let left = try chat.store.read { db in
            try String.fetchAll(db, sql: "SELECT payload FROM event UNION ALL SELECT payload FROM row")
        }
        #expect(left.count == 4)
        #expect(!left.contains { $0.contains("very-secret") })
        // It is not added again when it is delivered again.
        _ = try chat.store.append([.received(item)], to: chat.id, on: chat.alice)
        #expect(try chat.rows(chat.alice).isEmpty)
    }

    /// A peer can have any number of messages expire: they are deleted a few at a time, so that others can write between.
    @Test func manyThatExpireAreDeletedInParts() throws {
        let fixture = StoreFixture()
        let chat = try fixture.chat()
        let end = Timestamp(rawValue: 5000)
        let long = String(repeating: "x", count: 600_000)
        let items = (0..<150).map { number in
            var message = InteractiveMessage(session: SessionID(), url: number < 3 ? long : "?\(number)")
            message.shouldExpire = true
            return Item(sender: chat.bob.ownPerson, content: .interactive(message))
        }
        _ = try chat.store.append(
            items.map(ConversationEvent.received) + [.willExpire(items.map(\.id), at: end)],
            to: chat.id,
            on: chat.alice
        )
        // What is left, when that takes long, is not shown.
        try chat.store.expire(in: chat.id, on: chat.alice, at: end)
        #expect(try chat.store.look(at: chat.id, on: chat.alice, at: end).page.count == 0)
        for _ in items where try chat.rows(chat.alice).count > 0 { try chat.store.expire(on: chat.alice, at: end) }
        let parts = try chat.store.log(of: chat.id, on: chat.alice).compactMap { event -> [ItemID]? in
            if case .expired(let items) = event { items } else { nil }
        }
        #expect(parts.flatMap(\.self) == items.map(\.id))
        #expect(parts.prefix(2).map(\.count) == [1, 1])
        #expect(parts.allSatisfy { $0.count <= 64 } && parts.count >= 5)
    }

    /// Its time is over, and the host could not delete it yet.
    @Test func whatIsReadAsOfAMomentLeavesOutWhatHasExpired() throws {
        let fixture = StoreFixture()
        let chat = try fixture.chat()
        let session = SessionID()
        var message = InteractiveMessage(session: session, url: "?x")
        message.shouldExpire = true
        let origin = try chat.message("", in: session, from: chat.bob).origin
        let item = Item(sender: chat.bob.ownPerson, content: .interactive(message), origin: origin)
        let (first, last) = (chat.text("first", from: chat.bob), chat.text("last", from: chat.bob))
        let due = Timestamp(rawValue: 1_000)
        let early = Timestamp(rawValue: 999)
        let events: [ConversationEvent] = [first, item, last].map { .received($0) } + [.willExpire([item.id], at: due)]
        let seen = try chat.store.append(events, to: chat.id, on: chat.alice, at: early)
        #expect(seen.page.count == 3 && seen.nextExpiry == due)
        let scope = try #require(item.sessionScope)
        for (now, left) in [(early, [first, item, last].map(\.id)), (due, [first.id, last.id])] {
            let look = try chat.store.look(at: chat.id, on: chat.alice, since: seen, at: now)
            #expect(look.page.entries.map(\.itemID) == left)
            #expect(look.page.count == left.count && look.nextExpiry == (now == due ? nil : due))
            for (index, id) in left.enumerated() {
                let entry = try chat.store.entry(number: index + 1, in: chat.id, on: chat.alice, at: now)
                #expect(entry?.itemID == id)
                #expect(try chat.store.number(of: id, in: chat.id, on: chat.alice, at: now) == index + 1)
            }
            #expect(try chat.store.entry(number: left.count + 1, in: chat.id, on: chat.alice, at: now) == nil)
            let items = try chat.store.sessionItems(scope, in: chat.id, on: chat.alice, newest: 9, at: now)
            #expect(items.count == left.count - 2)
            let expired = try chat.store.expired(among: [first.id, item.id], in: chat.id, on: chat.alice, at: now)
            #expect(expired == (now == due ? [item.id] : []))
        }
        #expect(try chat.store.number(of: item.id, in: chat.id, on: chat.alice, at: due) == nil)
        // What is written does not change what is counted.
        _ = try chat.store.append([.received(chat.text("4", from: chat.bob))], to: chat.id, on: chat.alice, at: due)
        #expect(try chat.store.look(at: chat.id, on: chat.alice).page.count == 4)
    }

    @Test func bringsADatabaseOfVersionOneUpToDate() throws {
        let fixture = StoreFixture()
        try fixture.home.create()
        let old = Checkout.folder.appending(path: "Tests/Unit/MayflyStoreTests/Databases/version-1.sqlite")
        try FileManager.default.copyItem(at: old, to: URL(filePath: fixture.home.database))
        let store = try fixture.open()
        let trio = try store.conversation(named: "trio")
        for device in try store.members(of: trio.id) {
            let seen = try store.look(at: trio.id, on: device.id)
            let lines = seen.page.entries.map { entry in
                switch entry {
                case .summary(let line): "-- " + line.text.display { _ in "?" }
                case .bubble(let bubble): BubbleText(bubble.item) { _ in "?" }.line
                }
            }
            #expect(lines == ["-- Tally: 3", "hello there", "[Tally] Tally: 4"])
            #expect(seen.draft.text == (device.name == "carol" ? "unsent words" : ""))
            #expect((seen.draft.message != nil) == (device.name == "carol"))
        }
    }

    // MARK: Random logs

    private func sampleItems(of chat: Chat) throws -> [Item] {
        let sessions = [SessionID(), SessionID()]
        let own = try (0..<4).map { try chat.message("own \($0)", in: sessions[$0 % 2], from: chat.alice) }
        let theirs = try (0..<4).map { try chat.message("", in: sessions[$0 % 2], from: chat.bob) }
        var secret = InteractiveMessage(session: sessions[0], url: "?s")
        secret.shouldExpire = true
        let expiring = Item(sender: chat.bob.ownPerson, content: .interactive(secret), origin: own[0].origin)
        let digest = try #require(ContentDigest(bytes: Array(repeating: 1, count: 32)))
        let file = MediaFile(digest: digest, name: "s.png", type: .png, byteCount: 9)
        let placed = [own[0], theirs[1], expiring].map { target in
            let placement = StickerPlacement(on: target.id, x: 0.25, y: 0.75, scale: 2, rotation: 30)
            let sticker = Sticker(file: file, description: "wave", placement: placement)
            return Item(sender: chat.bob.ownPerson, content: .sticker(sticker))
        }
        return own + theirs + [expiring, chat.text("text", from: chat.alice)] + placed
    }

    private static func event(
        about items: [Item],
        _ generator: inout SeededGenerator
    ) -> ConversationEvent {
        let item = items[Int.random(in: 0..<items.count, using: &generator)]
        let isOwn = item.sender == items[0].sender
        switch Int.random(in: 0..<14, using: &generator) {
        case 0: return .staged(item)
        case 1: return .replacedText(item)
        case 2: return .cancelledMessage(item.id)
        case 3: return .removed(item.id)
        case 4: return .cleared
        case 5: return .delivered([item.id])
        case 6: return .failed([item.id], MessageError(.unknown, "x"))
        case 7: return .willExpire([item.id], at: Timestamp(rawValue: 1))
        case 8: return .kept(item.id)
        case 9: return .expired([item.id])
        default: return isOwn ? .sent([item]) : .received(item)
        }
    }
}

extension Store {
    /// The newest messages of a session, the oldest first.
    fileprivate func sessionItems(
        _ scope: SessionScope,
        in conversation: ConversationID,
        on device: DeviceID,
        newest limit: Int,
        skipping skip: Int = 0,
        at now: Timestamp? = nil
    ) throws -> [Item] {
        var items: [Item] = []
        try walkSession(scope, in: conversation, on: device, skipping: skip, at: now) { item in
            items.append(item)
            return items.count < limit
        }
        return items.reversed()
    }
}
