import Foundation
import GRDB
import MayflyModel
import MayflyStoreSupport
import Testing

@testable import MayflyStore

/// The list of conversations reads little of each.
@Suite struct OverviewTests {
    private let shared = SharedStoreFixture()
    private let chat: Chat

    init() throws { chat = try shared.fixture.chat() }

    private func newest(in store: Store) throws -> String? {
        let overview = try #require(try store.overviews(on: chat.bob, at: .now).first)
        guard case .bubble(let bubble)? = overview.newest, case .text(let text) = bubble.item.content else {
            return nil
        }
        return text
    }

    /// A text of a peer that is dear to decode costs the list its beginning only.
    @Test(arguments: ["\u{1}", "é", "x"]) func ofALongTextThereIsTheBeginning(character: String) throws {
        let text = String(repeating: character, count: 300_000)
        try chat.exchange([chat.text(text, from: chat.alice)], from: chat.alice)
        let listed = try #require(try newest(in: chat.store))
        #expect(text.hasPrefix(listed) && (4_000...4_096).contains(listed.utf8.count))
        #expect(try chat.rows(chat.bob) == [text])
        try chat.exchange([chat.text("short", from: chat.alice)], from: chat.alice)
        #expect(try newest(in: chat.store) == "short")
    }

    /// A database of an earlier version gets the beginnings of the texts that are there.
    @Test func anEarlierDatabaseGetsTheBeginnings() throws {
        let text = String(repeating: "\u{1}\u{1F600}", count: 100_000)
        try chat.exchange([chat.text(text, from: chat.alice)], from: chat.alice)
        try chat.store.pool.write { db in
            try db.execute(sql: "ALTER TABLE row DROP COLUMN preview")
            try db.execute(sql: "DELETE FROM grdb_migrations WHERE identifier = '20-previews'")
        }
        let later = try shared.fixture.open()
        let listed = try #require(try newest(in: later))
        #expect(text.hasPrefix(listed) && listed.unicodeScalars.count == 4_096)
        #expect(try chat.rows(chat.bob, in: later) == [text])
    }
}
