import Foundation
import GRDB
import MayflyModel
import MayflyStoreSupport
import Synchronization
import Testing

@testable import MayflyStore

/// What it costs to remove the files that nothing names any more, counted in statements: an extension can loosen a thousand files,
/// and put megabytes into the input field.
@Suite struct FileCollectionTests {
    private final class Statements: Sendable {
        let list = Mutex<[String]>([])
    }

    private let shared = SharedStoreFixture()
    private let chat: Chat
    private let media: MediaStore
    private let tally: Origin

    init() throws {
        chat = try shared.fixture.chat()
        media = MediaStore(home: shared.home)
        tally = Origin(extensionID: try #require(ExtensionID(rawValue: "org.example.tally")), name: "Tally")
    }

    private func stored(_ number: Int, age: Double = 3600) throws -> MediaFile {
        let file = try media.save(Array("\(number)".utf8), name: "\(number).txt", type: .text)
        let date = Date(timeIntervalSinceNow: -age)
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: media.path(of: file))
        return file
    }

    private func isStored(_ file: MediaFile) -> Bool { FileManager.default.fileExists(atPath: media.path(of: file)) }

    private func attachment(_ file: MediaFile, of device: DeviceID? = nil) -> Item {
        Item(sender: (device ?? chat.alice).ownPerson, content: .attachment(Attachment(file: file)), origin: tally)
    }

    private func loosen(_ files: [MediaFile], in store: Store? = nil) throws {
        try (store ?? chat.store).write { db in
            for file in files {
                try db.execute(sql: "INSERT OR IGNORE INTO loose_file (name) VALUES (?)", arguments: [file.storedName])
            }
        }
    }

    /// The statements of the connection that writes, without those of the test.
    private func statements(of body: () throws -> Void) throws -> [String] {
        let statements = Statements()
        chat.store.pool.writeWithoutTransaction { db in
            db.trace { event in
                if case .statement(let statement) = event {
                    statements.list.withLock { $0.append(statement.expandedSQL) }
                }
            }
        }
        try body()
        chat.store.pool.writeWithoutTransaction { $0.trace(nil) }
        return statements.list.withLock(\.self).filter { !$0.hasPrefix("PRAGMA") }
    }

    /// A field of megabytes would be searched for each name.
    @Test func neitherFieldsNorEnvelopesAreSearched() throws {
        let files = try (0..<5).map { try stored($0) }
        _ = try chat.store.append([.staged(attachment(files[0]))], to: chat.id, on: chat.alice)
        _ = try chat.store.send([attachment(files[1], of: chat.bob)], in: chat.id, from: chat.bob)
        try loosen(files)
        let statements = try statements { try chat.store.collectFiles() }
        #expect(files.map(isStored) == [true, true, false, false, false])
        let searches = try chat.store.read { db in
            try statements.filter { $0.hasPrefix("SELECT") || $0.hasPrefix("DELETE") }.flatMap { sql in
                try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN \(sql)").compactMap { $0["detail"] as String? }
            }
        }
        #expect(!searches.isEmpty)
        for table in ["chat", "outbox", "row", "row_file", "field_file", "envelope_file", "unsent_file"] {
            #expect(!searches.contains { $0 == "SCAN \(table)" || $0.hasPrefix("SCAN \(table) ") }, "\(table)")
        }
    }

    /// Each command would wait for them again.
    @Test func youngFilesCostNoTransaction() throws {
        let files = try (0..<150).map { try stored($0, age: 0) }
        try loosen(files)
        #expect(try statements { try chat.store.collectFiles() } == [])
        #expect(files.allSatisfy(isStored))
    }

    @Test func othersCanWriteBetweenSomeOfTheFiles() throws {
        let files = try (0..<250).map { try stored($0) }
        try loosen(files)
        let statements = try statements { try chat.store.collectFiles(isHurried: false) }
        #expect(!files.contains(where: isStored))
        #expect(statements.count { $0.hasPrefix("BEGIN IMMEDIATE") } == 3)
        #expect(statements.count <= 4 * files.count)
    }

    /// The host has the database open for a moment only: what is left is for the next one.
    @Test func aCollectionThatIsHurriedGetsOn() throws {
        let files = try (0..<250).map { try stored($0) }
        try loosen(files)
        for _ in 0..<3 { try chat.store.collectFiles() }
        #expect(!files.contains(where: isStored))
    }

    /// A database of an earlier version: its field and its outbox name files that no table has yet.
    @Test func filesOfFieldsAndEnvelopesOfEarlierDatabasesStay() throws {
        let files = try (0..<3).map { try stored($0) }
        _ = try chat.store.append([.staged(attachment(files[0]))], to: chat.id, on: chat.alice)
        _ = try chat.store.send([attachment(files[1], of: chat.bob)], in: chat.id, from: chat.bob)
        try chat.store.write { db in
            try db.execute(
                sql: """
                    DROP TABLE field_file; DROP TABLE envelope_file; DELETE FROM row_file;
                    DELETE FROM grdb_migrations WHERE identifier = '12-files-of-fields'; PRAGMA user_version = 4;
                    """
            )
        }
        let store = try shared.fixture.open()
        let owners = try store.read { try String.fetchAll($0, sql: "SELECT extension FROM field_file") }
        #expect(owners == ["org.example.tally"])
        // The row of the sender names it, too.
        try store.write { try $0.execute(sql: "DELETE FROM row_file") }
        try loosen(files, in: store)
        try store.collectFiles(grace: .zero)
        #expect(files.map(isStored) == [true, true, false])
    }

    @Test func theTablesFollowTheFieldAndTheOutbox() throws {
        let files = try (0..<3).map { try stored($0) }
        func names(_ table: String) throws -> Set<String> {
            try chat.store.read { try String.fetchSet($0, sql: "SELECT name FROM \(table)") }
        }
        func names(_ numbers: Int...) -> Set<String> { Set(numbers.map { files[$0].storedName }) }
        let items = files.map { attachment($0) }
        _ = try chat.store.append(items.map(ConversationEvent.staged), to: chat.id, on: chat.alice)
        #expect(try names("field_file") == names(0, 1, 2))
        _ = try chat.store.append([.removed(items[0].id)], to: chat.id, on: chat.alice)
        #expect(try names("field_file") == names(1, 2))
        try chat.store.change(chat.id, on: chat.alice) { try $0.refold() }
        #expect(try names("field_file") == names(1, 2))
        let shown = try chat.store.look(at: chat.id, on: chat.alice).draft.id
        let envelope = try chat.store.sendDraft(shown, in: chat.id, from: chat.alice).envelope
        #expect(try names("field_file").isEmpty)
        #expect(try names("envelope_file") == names(1, 2))
        try chat.store.handOver(envelope)
        #expect(try names("envelope_file").isEmpty)
    }
}
