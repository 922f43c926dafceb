import GRDB
import MayflyModel
import MayflyStoreSupport
import Testing

@testable import MayflyStore

/// Numbers of a damaged database that cannot be counted on from are an error, and nothing else.
@Suite struct DamagedNumberTests {
    @Test(arguments: ["last_seq", "last_position", "count"], [Int.max, .min, -1])
    func aNumberThatIsNoCountIsTold(column: String, number: Int) throws {
        let fixture = StoreFixture()
        let chat = try fixture.chat()
        try chat.exchange([chat.text("hello", from: chat.alice)], from: chat.alice)
        try chat.store.write { db in try db.execute(sql: "UPDATE chat SET \(column) = ?", arguments: [number]) }
        func expectRefused(_ body: () throws -> Void) {
            let error = #expect(throws: MayflyError.self) { try body() }
            #expect(error?.code == .store)
            #expect(error?.message.contains("\(number)") == true, "\(error?.message ?? "")")
        }
        expectRefused { _ = try chat.store.look(at: chat.id, on: chat.alice) }
        expectRefused {
            let item = chat.text("more", from: chat.alice)
            _ = try chat.store.append([.staged(item)], to: chat.id, on: chat.alice)
        }
        expectRefused { _ = try chat.store.send([chat.text("now", from: chat.alice)], in: chat.id, from: chat.alice) }
    }

    @Test func aRowAtNoPlaceIsTold() throws {
        let fixture = StoreFixture()
        let chat = try fixture.chat()
        try chat.exchange([chat.text("hello", from: chat.alice)], from: chat.alice)
        try chat.store.write { db in try db.execute(sql: "UPDATE row SET position = ?", arguments: [Int.max]) }
        // A row after the last place is not shown.
        #expect(try chat.store.entry(number: 1, in: chat.id, on: chat.alice) == nil)
        #expect(try chat.store.look(at: chat.id, on: chat.alice).page.entries.isEmpty)
        try chat.store.write { db in try db.execute(sql: "UPDATE row SET position = ?", arguments: [Int.min]) }
        #expect(throws: MayflyError.self) { try chat.store.look(at: chat.id, on: chat.alice) }
    }

    @Test func anEventOfNoNumberIsTold() throws {
        let fixture = StoreFixture()
        let chat = try fixture.chat()
        try chat.exchange([chat.text("hello", from: chat.alice)], from: chat.alice)
        try chat.store.write { db in
            try db.execute(
                sql: """
                    INSERT INTO event (device, conversation, seq, payload)
                    SELECT device, conversation, ?, payload FROM event WHERE seq = 1 LIMIT 1
                    """,
                arguments: [Int.max]
            )
            try db.execute(sql: "PRAGMA user_version = 0")
        }
        #expect(throws: MayflyError.self) { try fixture.open() }
    }
}
