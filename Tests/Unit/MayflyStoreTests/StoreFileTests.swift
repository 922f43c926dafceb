import Foundation
import GRDB
import MayflyModel
import MayflyStoreSupport
import Testing

@testable import MayflyStore

@Suite struct StoreFileTests {
    private func refusal(_ home: HomeFolder) -> MayflyError? {
        do {
            _ = try Store(home: home)
            return nil
        } catch {
            return error
        }
    }

    @Test func writesWithFullSynchronousOnEveryConnection() throws {
        let fixture = StoreFixture()
        let modes = try fixture.open().durability()
        #expect(modes == (2, 2))
        #expect(try fixture.open().durability() == (2, 2))
    }

    @Test func makesAHomeFolderForItsOwnerAlone() throws {
        let fixture = StoreFixture()
        _ = try fixture.open()
        #expect(try fixture.mode(of: fixture.home.path) == 0o700)
    }

    /// One that was made by hand, or before homes were private.
    @Test func takesTheRightsOfOthersFromAHomeFolderOfItsOwn() throws {
        let fixture = StoreFixture()
        _ = try fixture.open()
        try ExtensionFolders(named: "x", in: fixture.home).make()
        try #require(chmod(fixture.home.path, 0o755) == 0)
        _ = try fixture.open()
        #expect(try fixture.mode(of: fixture.home.path) == 0o700)
    }

    /// Such as the home of the account, which `--home` may name.
    @Test func leavesTheModeOfAFolderThatHasOtherThingsToo() throws {
        let fixture = StoreFixture()
        _ = try fixture.open()
        try "x".write(toFile: fixture.home.path + "/letter", atomically: false, encoding: .utf8)
        try #require(chmod(fixture.home.path, 0o755) == 0)
        _ = try fixture.open()
        #expect(try fixture.mode(of: fixture.home.path) == 0o755)
    }

    /// The parents too, and whatever the mask of the process is.
    @Test func makesAllFoldersForTheirOwnerAlone() throws {
        let fixture = StoreFixture()
        let home = HomeFolder(path: fixture.home.path + "/above/home")
        try home.create()
        let folders = ExtensionFolders(named: "x", in: home)
        try folders.make()
        for path in ["", "/above", "/above/home", "/above/home/private", "/above/home/received"] {
            #expect(try fixture.mode(of: fixture.home.path + path) == 0o700, "\(path)")
        }
    }

    /// Such as that of the person for whom root runs a command.
    @Test func refusesAHomeFolderOfAnotherUser() throws {
        let fixture = StoreFixture()
        try fixture.home.create()
        // An ordinary user cannot give a folder away, and does not own this one.
        let isGiven = chown(fixture.home.path, 12_345, 12_345) == 0
        let home = isGiven ? fixture.home : HomeFolder(path: "/usr")
        #expect(refusal(home)?.message == "the home folder '\(home.path)' belongs to another user")
    }

    @Test(arguments: [0o770, 0o702] as [mode_t]) func refusesAHomeFolderThatOthersMayWrite(mode: mode_t) throws {
        let fixture = StoreFixture()
        try fixture.home.create()
        try #require(chmod(fixture.home.path, mode) == 0)
        let reason = "can be written by other users; 'chmod go-w' changes that"
        #expect(refusal(fixture.home)?.message == "the home folder '\(fixture.home.path)' \(reason)")
    }

    /// To open a FIFO waits for somebody at its other end.
    @Test(arguments: ["", "-wal", "-shm", "-journal"]) func refusesAFIFOWithoutWaiting(end: String) throws {
        let fixture = StoreFixture()
        if !end.isEmpty { _ = try fixture.open() }
        try fixture.home.create()
        let path = fixture.home.database + end
        unlink(path)
        try #require(mkfifo(path, 0o600) == 0)
        #expect(refusal(fixture.home)?.message == "the database '\(path)' is no regular file; it stays as it is")
    }

    @Test func aFIFOInPlaceOfTheFileForChangesIsNotWaitedFor() throws {
        let fixture = StoreFixture()
        try fixture.home.create()
        try #require(mkfifo(fixture.home.changeFile, 0o600) == 0)
        _ = try fixture.open().createDevice("alice")
    }

    @Test func keepsEverythingOverReopening() throws {
        let fixture = StoreFixture()
        var chat = try fixture.chat()
        let sticker = try chat.message("s", in: SessionID(), from: chat.alice)
        _ = try chat.store.append([.staged(sticker)], to: chat.id, on: chat.alice)
        let before = try chat.store.look(at: chat.id, on: chat.alice)
        chat = Chat(store: try fixture.open(), devices: chat.devices, id: chat.id)
        #expect(try chat.store.look(at: chat.id, on: chat.alice).draft == before.draft)
        #expect(before.draft.message?.id == sticker.id)
        #expect(try chat.store.devices() == chat.devices)
        #expect(try chat.store.conversation(named: "chat").id == chat.id)
        #expect(try chat.store.members(of: chat.id) == chat.devices)
    }

    /// The file of a host that was killed while it created the database, before there was a write-ahead log.
    @Test func undoesAChangeThatWasCutShort() throws {
        let fixture = StoreFixture()
        try fixture.home.create()
        let made = fixture.home.path + "/made"
        let queue = try DatabaseQueue(path: made)
        try queue.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA application_id = \(StoreSchema.applicationID); PRAGMA cache_size = 1")
            try db.execute(sql: "CREATE TABLE kept (text TEXT)")
            try db.inTransaction {
                // More than the cache holds, so that a part is written to the file before the commit.
                for _ in 0..<20 {
                    try db.execute(sql: "INSERT INTO kept VALUES (?)", arguments: [String(repeating: "x", count: 9000)])
                }
                for end in ["", "-journal"] {
                    try FileManager.default.copyItem(atPath: made + end, toPath: fixture.home.database + end)
                }
                return .rollback
            }
        }
        var readOnly = Configuration()
        readOnly.readonly = true
        #expect(throws: DatabaseError.self, "the copy has no change to undo") {
            _ = try DatabaseQueue(path: fixture.home.database, configuration: readOnly)
        }
        #expect(try fixture.open().devices() == [])
        let count = try DatabaseQueue(path: fixture.home.database).read { db in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM kept")
        }
        #expect(count == 0)
    }

    @Test func refusesAndKeepsAFileThatIsNoDatabase() throws {
        let fixture = StoreFixture()
        try fixture.home.create()
        let rubbish = Data(String(repeating: "no database ", count: 1000).utf8)
        try rubbish.write(to: URL(filePath: fixture.home.database))
        let error = try #require(refusal(fixture.home))
        #expect(error.code == .store)
        #expect(error.message.contains(fixture.home.database))
        #expect(try Data(contentsOf: URL(filePath: fixture.home.database)) == rubbish)
    }

    @Test func refusesAndKeepsADamagedDatabase() throws {
        let fixture = StoreFixture()
        do { _ = try fixture.chat() }
        let file = URL(filePath: fixture.home.database)
        var bytes = try Data(contentsOf: file)
        try #require(bytes.count > 8192)
        bytes.replaceSubrange(100..<4096, with: repeatElement(0xAB, count: 3996))
        try bytes.write(to: file)
        let error = try #require(refusal(fixture.home))
        #expect(error.code == .store)
        #expect(error.message.contains("is damaged"))
        #expect(try Data(contentsOf: file) == bytes)
    }

    @Test func refusesAndKeepsADatabaseOfANewerVersion() throws {
        let fixture = StoreFixture()
        do { _ = try fixture.chat() }
        try edit(fixture.home.database) { db in
            try db.execute(sql: "INSERT INTO grdb_migrations (identifier) VALUES ('99-from-the-future')")
        }
        let error = try #require(refusal(fixture.home))
        #expect(error.code == .store)
        #expect(error.message.contains("newer version"))
        #expect(error.message.contains(fixture.home.database))
        let devices = try edit(fixture.home.database) { db in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM device")
        }
        #expect(devices == 2)
    }

    @Test func refusesTheDatabaseOfAnotherProgram() throws {
        let fixture = StoreFixture()
        try fixture.home.create()
        try edit(fixture.home.database) { db in try db.execute(sql: "CREATE TABLE recipe (name TEXT)") }
        let error = try #require(refusal(fixture.home))
        #expect(error.code == .store)
        let tables = try edit(fixture.home.database) { db in
            try String.fetchAll(db, sql: "SELECT name FROM sqlite_master")
        }
        #expect(tables == ["recipe"])
    }

    @Test func finishesADatabaseWhoseMakingWasCutShort() throws {
        let fixture = StoreFixture()
        try fixture.home.create()
        try edit(fixture.home.database) { db in
            try db.execute(sql: "PRAGMA application_id = \(StoreSchema.applicationID)")
            try db.execute(sql: "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
        }
        #expect(try fixture.chat().store.devices().count == 2)
    }

    @Test func neverChangesOrDeletesAnEvent() throws {
        let fixture = StoreFixture()
        let chat = try fixture.chat()
        let log = [ConversationEvent.received(chat.text("x", from: chat.bob)), .typed("y", by: chat.alice.ownPerson)]
        _ = try chat.store.append(log, to: chat.id, on: chat.alice)
        for sql in [
            "UPDATE event SET payload = payload || ' '", "UPDATE event SET staged = 'x'", "DELETE FROM event",
            "UPDATE event SET payload = '' WHERE staged IS NOT NULL",
        ] {
            #expect(throws: MayflyError.self) { try chat.store.write { db in try db.execute(sql: sql) } }
        }
        #expect(try chat.store.log(of: chat.id, on: chat.alice) == log)
    }

    @Test func namesTheEventThatItCannotRead() throws {
        let fixture = StoreFixture()
        let chat = try fixture.chat()
        try chat.store.write { db in
            try db.execute(
                sql: "INSERT INTO event (device, conversation, seq, payload) VALUES (?, ?, 1, '{}')",
                arguments: [chat.alice.description, chat.id.description]
            )
        }
        do {
            _ = try chat.store.log(of: chat.id, on: chat.alice)
            Issue.record("an unreadable event was read")
        } catch {
            #expect(error.code == .store)
            #expect(error.message.contains("event 1 "))
        }
    }

    private func edit<Value>(_ path: String, _ body: (Database) throws -> Value) throws -> Value {
        let queue = try DatabaseQueue(path: path)
        defer { try? queue.close() }
        return try queue.write(body)
    }

    @Test func nobodyElseMayReadTheDatabaseWhateverTheFolder() throws {
        let fixture = StoreFixture()
        try FileManager.default.createDirectory(
            atPath: fixture.home.path,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o755]
        )
        let chat = try fixture.chat()
        for ending in ["", "-wal", "-shm"] { #expect(try fixture.mode(of: fixture.home.database + ending) == 0o600) }
        #expect(try chat.store.devices().count == 2)
    }

    @Test(arguments: ["UPDATE row SET payload = '{bad'", "UPDATE chat SET draft = '{bad'"])
    func makesADamagedFoldAnewFromTheLog(damage: String) throws {
        let fixture = StoreFixture()
        let chat = try fixture.chat()
        let events = ["one", "two"].map { ConversationEvent.received(chat.text($0, from: chat.bob)) }
        _ = try chat.store.append(events + [.typed("draft", by: chat.alice.ownPerson)], to: chat.id, on: chat.alice)
        try chat.store.write { db in try db.execute(sql: damage) }
        let seen = try fixture.open().look(at: chat.id, on: chat.alice)
        #expect(seen.draft.text == "draft")
        #expect(try chat.rows(chat.alice) == ["one", "two"])
    }
}
