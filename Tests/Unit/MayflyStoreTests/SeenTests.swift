import GRDB
import MayflyModel
import MayflyStoreSupport
import MayflyTestSupport
import Testing

@testable import MayflyStore

/// When rows came, and which of them a device has shown.
@Suite struct SeenTests {
    private let shared = SharedStoreFixture()

    private func receive(_ texts: [String], in chat: Chat) throws -> [Item] {
        let items = texts.map { chat.text($0, from: chat.bob) }
        _ = try chat.store.append(items.map(ConversationEvent.received), to: chat.id, on: chat.alice)
        return items
    }

    private func overview(_ store: Store, of device: DeviceID) throws -> ConversationOverview {
        try #require(try store.overviews(on: device, at: .now).first)
    }

    @Test func aRowHasTheTimeWhenItCame() throws {
        let chat = try shared.fixture.chat()
        let begin = Timestamp.now
        _ = try receive(["one"], in: chat)
        let sending = try chat.store.send([chat.text("two", from: chat.alice)], in: chat.id, from: chat.alice)
        try chat.store.handOver(sending.envelope)
        let end = Timestamp.now
        for device in [chat.alice, chat.bob] {
            let page = try chat.store.look(at: chat.id, on: device).page
            let times = page.times.compactMap(\.self)
            #expect(times.count == page.entries.count && times == times.sorted())
            #expect(times.allSatisfy { begin <= $0 && $0 <= end })
            #expect(try overview(chat.store, of: device).newestTime == times.last)
            // The same where rows are computed again from the log.
            try chat.store.write { db in try db.execute(sql: "PRAGMA user_version = 0; DELETE FROM row") }
            #expect(try shared.fixture.open().look(at: chat.id, on: device).page == page)
        }
    }

    @Test func whatOthersSentIsUnseenUntilItWasShown() throws {
        let chat = try shared.fixture.chat()
        #expect(try overview(chat.store, of: chat.alice).unseen == 0)
        let items = try receive(["one", "two", "three"], in: chat)
        _ = try chat.store.send([chat.text("mine", from: chat.alice)], in: chat.id, from: chat.alice)
        #expect(try overview(chat.store, of: chat.alice).unseen == 3)
        #expect(try overview(chat.store, of: chat.bob).unseen == 0)
        try chat.store.markSeen(items[1].id, in: chat.id, on: chat.alice)
        #expect(try overview(chat.store, of: chat.alice).unseen == 1)
        // It does not go back, and what is not here changes nothing.
        try chat.store.markSeen(items[0].id, in: chat.id, on: chat.alice)
        try chat.store.markSeen(ItemID(), in: chat.id, on: chat.alice)
        try chat.store.markSeen(items[2].id, in: chat.id, on: chat.bob)
        #expect(try overview(chat.store, of: chat.alice).unseen == 1)
        // Another program finds the same, also where rows are computed again from the log.
        try chat.store.write { db in try db.execute(sql: "PRAGMA user_version = 0; DELETE FROM row") }
        #expect(try overview(try shared.fixture.open(), of: chat.alice).unseen == 1)
        try chat.store.markSeen(items[2].id, in: chat.id, on: chat.alice)
        #expect(try overview(chat.store, of: chat.alice).unseen == 0)
    }

    @Test func manyAreNotCounted() throws {
        let chat = try shared.fixture.chat()
        _ = try receive((1...130).map(String.init), in: chat)
        #expect(try overview(chat.store, of: chat.alice).unseen == ConversationOverview.mostUnseen)
        // They are counted in an index: a row can have a megabyte.
        let plan = try chat.store.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    EXPLAIN QUERY PLAN SELECT 1 FROM row INDEXED BY row_shown
                    WHERE chat = 1 AND shown AND position > 5 AND sender != 'a' AND (expires IS NULL OR expires > 7)
                    """
            )
        }
        #expect(
            plan.contains {
                $0["detail"] as String? == "SEARCH row USING COVERING INDEX row_shown (chat=? AND position>?)"
            }
        )
    }

    /// What an earlier version received counts as seen, and has no time.
    @Test func anEarlierDatabaseHasNothingUnseen() throws {
        let chat = try shared.fixture.chat()
        _ = try receive(["one", "two"], in: chat)
        try chat.store.write { db in
            try db.execute(
                sql: """
                    ALTER TABLE event DROP COLUMN time; ALTER TABLE row DROP COLUMN time; ALTER TABLE chat DROP COLUMN seen;
                    DELETE FROM grdb_migrations WHERE identifier = '15-times';
                    """
            )
        }
        let store = try shared.fixture.open()
        #expect(try overview(store, of: chat.alice).unseen == 0)
        #expect(try store.look(at: chat.id, on: chat.alice).page.times == [nil, nil])
        _ = try store.append([.received(chat.text("three", from: chat.bob))], to: chat.id, on: chat.alice)
        #expect(try overview(store, of: chat.alice).unseen == 1)
        #expect(try store.look(at: chat.id, on: chat.alice).page.times.map { $0 == nil } == [true, true, false])
    }
}
