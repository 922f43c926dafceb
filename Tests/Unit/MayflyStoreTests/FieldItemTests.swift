import Foundation
import GRDB
import MayflyModel
import MayflyStoreSupport
import MayflyTestSupport
import Testing

@testable import MayflyStore

/// What one writer has in the input field costs the others nothing.
@Suite struct FieldItemTests {
    /// As JSON, six bytes for each.
    private static let controls = String(repeating: "\u{1}", count: Draft.mostTextBytes)

    private static func origin(_ name: String = "other") throws -> Origin {
        Origin(extensionID: try #require(ExtensionID(rawValue: "org.example.\(name)")), name: name)
    }

    private static func text(_ text: String, of name: String = "other", in chat: Chat) throws -> Item {
        Item(sender: chat.alice.ownPerson, content: .text(text), origin: try origin(name))
    }

    /// The write-ahead log has all bytes that were written since it was emptied.
    private static func written(_ fixture: borrowing StoreFixture, _ store: Store, _ body: () throws -> Void) throws
        -> Int
    {
        try store.pool.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
        try body()
        let log = try FileManager.default.attributesOfItem(atPath: fixture.home.database + "-wal")
        return try #require(log[.size] as? Int)
    }

    @Test func aLetterIsWrittenWithoutTheTextsOfOthers() throws {
        func bytes(beside text: String) throws -> Int {
            let fixture = StoreFixture()
            let chat = try fixture.chat()
            let item = try Self.text(text, in: chat)
            let seen = try chat.store.append([.staged(item)], to: chat.id, on: chat.alice)
            return try Self.written(fixture, chat.store) {
                let letter = chat.text("x", from: chat.alice)
                let after = try chat.store.append([.staged(letter)], to: chat.id, on: chat.alice, since: seen)
                #expect(after.draft.text == text + "x")
            }
        }
        let (ordinary, forged) = (try bytes(beside: "a"), try bytes(beside: Self.controls))
        #expect(ordinary > 0 && forged <= ordinary + 8 * 4096, "\(forged) bytes, and \(ordinary) beside one letter")
    }

    /// A window is told of what another one has put into the field, and reads that only.
    @Test func onlyWhatIsNewInTheFieldIsRead() throws {
        let fixture = StoreFixture()
        let chat = try fixture.chat()
        let seen = try chat.store.append([.staged(try Self.text("old", in: chat))], to: chat.id, on: chat.alice)
        _ = try fixture.open().append([.staged(chat.text("new", from: chat.alice))], to: chat.id, on: chat.alice)
        // Whoever reads it again finds another text.
        try chat.store.write { db in
            try db.execute(sql: "UPDATE field_item SET payload = replace(payload, '\"old\"', '\"read\"')")
        }
        #expect(try chat.store.look(at: chat.id, on: chat.alice, since: seen).draft.text == "oldnew")
        #expect(try chat.store.look(at: chat.id, on: chat.alice).draft.text == "readnew")
        // What is damaged is computed again from the log.
        try chat.store.write { db in
            try db.execute(sql: "UPDATE field_item SET payload = '{}' WHERE payload LIKE '%read%'")
        }
        #expect(try chat.store.look(at: chat.id, on: chat.alice).draft.text == "oldnew")
    }

    /// What arrives, and what becomes of what was sent, does not read the field of the receiver or of the sender.
    @Test func theFieldIsNotReadForWhatArrives() throws {
        let fixture = StoreFixture()
        let chat = try fixture.chat()
        for device in [chat.alice, chat.bob] {
            let item = chat.text("in the field", from: device)
            _ = try chat.store.append([.staged(item)], to: chat.id, on: device)
        }
        let sent = chat.text("sent", from: chat.alice)
        let envelope = try chat.store.send([sent], in: chat.id, from: chat.alice).envelope
        try chat.store.write { db in try db.execute(sql: "UPDATE field_item SET payload = '{}'") }
        try chat.store.handOver(envelope)
        #expect(try chat.rows(chat.bob) == ["sent"])
        #expect(try chat.store.look(at: chat.id, on: chat.bob).draft.text == "in the field")
    }

    /// A field of an earlier version is one text of JSON.
    @Test func fieldsOfEarlierVersionsAreKept() throws {
        let fixture = StoreFixture()
        try fixture.home.create()
        let alice = DeviceID()
        let items = try [
            Item(
                sender: alice.ownPerson,
                content: .interactive(InteractiveMessage(url: "?x=1")),
                origin: Self.origin()
            ),
            Item(sender: alice.ownPerson, content: .text("one"), origin: Self.origin()),
            Item(sender: alice.ownPerson, content: .text("one more")),
            Item(sender: alice.ownPerson, content: .text(", and two"), origin: Self.origin("second")),
        ]
        var draft = Draft()
        draft.apply(.staged(items[0]))
        draft.apply(.staged(items[1]))
        draft.apply(.replacedText(items[2]))
        draft.apply(.staged(items[3]))
        try draft.writeAsBefore(of: alice, to: fixture.home.database)
        let store = try fixture.open()
        let chat = try store.conversation(named: "chat")
        let seen = try store.look(at: chat.id, on: alice)
        #expect(seen.draft == draft)
        #expect(seen.draft.textItem?.origin?.name == "other, second")
        let letter = Item(sender: alice.ownPerson, content: .text("!"))
        let after = try store.append([.staged(letter)], to: chat.id, on: alice, since: seen)
        #expect(after.draft.text == "one more, and two!")
        #expect(try store.look(at: chat.id, on: alice).draft == after.draft)
        let sent = try store.sendDraft(after.draft.id, in: chat.id, from: alice, since: after)
        #expect(sent.snapshot.draft.isEmpty)
        #expect(try store.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM field_item") } == 0)
    }

    /// The largest memory of this process since it was reset (proc, man 5).
    private static var peakKibibytes: Int? {
        let status = try? kernelText(of: "/proc/self/status")
        return status?.firstMatch(of: #/VmHWM:\s+(\d+)/#).flatMap { Int($0.output.1) }
    }

    /// A field with as many pieces of text as extensions can put there is read once, and not once for each piece.
    @Test func aFieldOfManyPiecesIsMovedInLittleMemory() throws {
        let fixture = StoreFixture()
        try fixture.home.create()
        let alice = DeviceID()
        var draft = Draft()
        let text = String(repeating: "x", count: 256)
        for _ in 0..<2_000 {
            draft.apply(.staged(Item(sender: alice.ownPerson, content: .text(text), origin: try Self.origin())))
        }
        try draft.writeAsBefore(of: alice, to: fixture.home.database)
        try Data("5".utf8).write(to: URL(filePath: "/proc/self/clear_refs"))
        let before = try #require(Self.peakKibibytes)
        let store = try fixture.open()
        #expect(try #require(Self.peakKibibytes) - before < 400 << 10)
        let seen = try store.look(at: try store.conversation(named: "chat").id, on: alice)
        #expect(seen.draft == draft)
    }
}

extension Draft {
    /// Makes a database of the version before the items of a field had rows of their own, with this field.
    fileprivate func writeAsBefore(of device: DeviceID, to path: String) throws {
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA application_id = \(StoreSchema.applicationID)")
        }
        try StoreSchema.migrator.migrate(queue, upTo: "14-checked-files")
        try queue.write { db in
            let conversation = ConversationID()
            let (chat, bob) = (conversation.description, DeviceID())
            for (id, name) in [(device, "alice"), (bob, "bob")] {
                try db.execute(
                    sql: "INSERT INTO device (id, name, created) VALUES (?, ?, 0)",
                    arguments: [id.description, name]
                )
            }
            try db.execute(sql: "INSERT INTO conversation (id, name, created) VALUES (?, 'chat', 0)", arguments: [chat])
            for (position, member) in [device, bob].enumerated() {
                try db.execute(
                    sql: "INSERT INTO member (conversation, device, position) VALUES (?, ?, ?)",
                    arguments: [chat, member.description, position]
                )
                let field = member == device ? try StoreJSON.text(self) : ""
                try db.execute(
                    sql: "INSERT INTO chat (device, conversation, last_seq, draft) VALUES (?, ?, 4, ?)",
                    arguments: [member.description, chat, field]
                )
            }
            try db.execute(sql: "PRAGMA user_version = \(StoreSchema.foldVersion)")
        }
    }
}
