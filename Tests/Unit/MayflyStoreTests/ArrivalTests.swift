import GRDB
import MayflyModel
import MayflyStoreSupport
import Testing

@testable import MayflyStore

/// Envelopes from elsewhere: a peer can send the same one as often as it likes.
@Suite struct ArrivalTests {
    private let shared = SharedStoreFixture()
    private let chat: Chat

    init() throws { chat = try shared.fixture.chat() }

    private func envelope(_ items: [Item]) -> Envelope {
        Envelope(conversation: chat.id, sender: chat.alice, items: items)
    }

    /// Items of one letter with these identifiers.
    private func short(_ items: [Item], from device: DeviceID) -> Envelope {
        let items = items.map { Item(id: $0.id, sender: device.ownPerson, content: .text("x")) }
        return Envelope(conversation: chat.id, sender: device, items: items)
    }

    private func receive(_ items: [Item]) throws {
        try chat.store.receive(try #require(try chat.store.arrival(of: envelope(items), on: chat.bob)))
    }

    /// A row can have a megabyte. Here it has what cannot be decoded at all.
    @Test func noRowOfAKnownItemIsDecoded() throws {
        let items = ["one", "two"].map { chat.text($0, from: chat.alice) }
        try receive(items)
        try chat.store.write { try $0.execute(sql: "UPDATE row SET payload = '{bad'") }
        #expect(try chat.store.arrival(of: envelope(items), on: chat.bob) == nil)
        #expect(try chat.store.arrival(of: short(items, from: chat.alice), on: chat.bob) == nil)
        #expect(try chat.store.expired(among: items.map(\.id), in: chat.id, on: chat.bob) == [])
        let before = try chat.store.log(of: chat.id, on: chat.bob)
        _ = try chat.store.change(chat.id, on: chat.bob) { stored in
            for item in items { try stored.append(.received(item)) }
        }
        #expect(try chat.store.log(of: chat.id, on: chat.bob) == before)
    }

    @Test func ofAnEnvelopeOnlyWhatIsNewArrives() throws {
        let items = ["one", "two", "three"].map { chat.text($0, from: chat.alice) }
        try receive([items[1]])
        let arrival = try #require(try chat.store.arrival(of: envelope(items), on: chat.bob))
        // Another program of this home takes one of them meanwhile.
        try receive([items[2]])
        try chat.store.receive(arrival)
        #expect(try chat.rows(chat.bob) == ["two", "three", "one"])
    }

    @Test func anIdentifierThatAnotherTakesMeanwhileIsRefused() throws {
        let item = chat.text("mine", from: chat.alice)
        let arrival = try #require(try chat.store.arrival(of: short([item], from: chat.alice), on: chat.bob))
        let own = Item(id: item.id, sender: chat.bob.ownPerson, content: .text("bob's"))
        _ = try chat.store.send([own], in: chat.id, from: chat.bob)
        let error = #expect(throws: MayflyError.self) { try chat.store.receive(arrival) }
        #expect(error?.message == "another sender's item has the identifier \(item.id)")
        #expect(try chat.rows(chat.bob) == ["bob's"])
    }

    /// The rows of an earlier database get their senders when it is opened.
    @Test func rowsOfAnEarlierDatabaseHaveTheirSenders() throws {
        let items = [chat.text("one", from: chat.alice), try chat.message("two", in: SessionID(), from: chat.alice)]
        try receive(items)
        try chat.store.write { db in
            try db.execute(
                sql: """
                    DROP INDEX row_shown; CREATE INDEX row_shown ON row (chat, position) WHERE shown;
                    ALTER TABLE row DROP COLUMN sender; DROP TABLE checked_file;
                    DELETE FROM grdb_migrations WHERE identifier IN ('13-senders', '14-checked-files', '17-unseen');
                    PRAGMA user_version = 5;
                    """
            )
        }
        let store = try shared.fixture.open()
        #expect(try store.arrival(of: envelope(items), on: chat.bob) == nil)
        let carol = try store.createDevice("carol").id
        let other = try store.createConversation("other", with: ["bob", "carol"]).id
        let elsewhere = Envelope(
            conversation: other,
            sender: carol,
            items: items.map { Item(id: $0.id, sender: carol.ownPerson, content: .text("x")) }
        )
        // A conversation of its own.
        #expect(try store.arrival(of: elsewhere, on: chat.bob) != nil)
        let senders = try store.read { try String.fetchSet($0, sql: "SELECT DISTINCT sender FROM row") }
        #expect(senders == [chat.alice.ownPerson.description])
    }

    /// What was found is kept as long as the file.
    @Test func whatIsNotedOfAFileGoesWithIt() throws {
        let media = MediaStore(home: shared.home)
        let size = MediaFile.PixelSize(width: 3, height: 2)
        let files = [
            try media.save([1, 2, 3], name: "a.txt", type: .text),
            try media.save([4, 5], name: "a.png", type: .png, pixelSize: size),
        ]
        let names = files.map(\.storedName)
        try chat.store.note(checked: files)
        #expect(
            try chat.store.checkedFiles(named: names + ["none"]) == [
                names[0]: CheckedFile(type: .text, byteCount: 3, pixelSize: nil),
                names[1]: CheckedFile(type: .png, byteCount: 2, pixelSize: size),
            ]
        )
        try chat.store.write { db in
            try db.execute(sql: "INSERT INTO loose_file (name) VALUES (?)", arguments: [names[0]])
        }
        try chat.store.collectFiles(grace: .zero)
        #expect(try chat.store.checkedFiles(named: names).keys.sorted() == [names[1]])
    }
}
