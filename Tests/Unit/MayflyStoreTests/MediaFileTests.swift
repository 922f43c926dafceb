import Foundation
import GRDB
import MayflyLinux
import MayflyModel
import MayflyStoreSupport
import Testing

@testable import MayflyStore

/// Which files the home folder keeps: those that something names, and for a while those that somebody is about to name.
@Suite struct MediaFileTests {
    private static let size = 1 << 20
    private let shared = SharedStoreFixture()
    private let chat: Chat
    private let media: MediaStore
    private let tally: ExtensionID

    init() throws {
        chat = try shared.fixture.chat()
        media = MediaStore(home: shared.home)
        tally = try #require(ExtensionID(rawValue: "org.example.tally"))
    }

    /// Stores a file of 1 MiB that differs from the others, an hour ago.
    private func stored(_ number: UInt8 = 1, age: Double = 3600) throws -> MediaFile {
        let file = try media.save([UInt8](repeating: number, count: Self.size), name: "\(number).png", type: .png)
        let date = Date(timeIntervalSinceNow: -age)
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: media.path(of: file))
        return file
    }

    private func message(with file: MediaFile) -> Item {
        var layout = TemplateLayout()
        layout.image = file
        var message = InteractiveMessage(session: nil, url: "?x", layout: layout)
        message.shouldExpire = true
        let origin = Origin(extensionID: tally, name: "Tally")
        return Item(sender: chat.alice.ownPerson, content: .interactive(message), origin: origin)
    }

    private func isStored(_ file: MediaFile) -> Bool { FileManager.default.fileExists(atPath: media.path(of: file)) }

    /// The bytes on the disk of all stored files.
    private var use: Int { FolderUse(of: shared.home.media, most: 1_000)?.bytes ?? 0 }

    private func copy(_ file: MediaFile, for device: DeviceID, _ id: ExtensionID? = nil) throws -> String {
        let folder = try chat.store.makeFolders(of: id ?? tally, on: device).received
        #expect(ReceivedFolder(folder).add(file, from: media))
        return folder + "/" + file.storedName
    }

    private static let due = Timestamp(rawValue: 1_000)

    private func receive(_ item: Item) throws {
        let events = [ConversationEvent.received(item), .willExpire([item.id], at: Self.due)]
        _ = try chat.store.append(events, to: chat.id, on: chat.bob)
    }

    private func expire() throws { try chat.store.expire(in: chat.id, on: chat.bob, at: Self.due) }

    @Test func theSpaceOfAnExpiredFileComesBack() throws {
        let file = try stored()
        try receive(message(with: file))
        let copy = try copy(file, for: chat.bob)
        #expect(use >= Self.size)
        try expire()
        #expect(use == 0)
        #expect(!FileManager.default.fileExists(atPath: copy))
        #expect(try chat.store.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM loose_file") } == 0)
    }

    /// The transaction is on disk, and the host is killed before it removes anything.
    @Test func theNextHostRemovesWhatAKilledOneLeft() throws {
        let file = try stored()
        let item = message(with: file)
        try receive(item)
        let copy = try copy(file, for: chat.bob)
        try chat.store.change(chat.id, on: chat.bob) { try $0.append(.expired([item.id])) }
        #expect(isStored(file))
        try shared.fixture.open().collectFiles()
        #expect(!isStored(file) && !FileManager.default.fileExists(atPath: copy))
    }

    @Test(arguments: ["row", "field", "outbox", "other conversation"])
    func aFileThatSomethingElseNamesStays(place: String) throws {
        let file = try stored()
        try receive(message(with: file))
        let copies = [try copy(file, for: chat.bob), try copy(file, for: chat.alice)]
        let other = message(with: file)
        switch place {
        case "row": _ = try chat.store.append([.received(other)], to: chat.id, on: chat.bob)
        case "field": _ = try chat.store.append([.staged(other)], to: chat.id, on: chat.alice)
        case "outbox":
            _ = try chat.store.send([other], in: chat.id, from: chat.alice)
            try chat.store.write { try $0.execute(sql: "DELETE FROM row_file WHERE chat = (SELECT min(id) FROM chat)") }
        default:
            let second = try chat.store.createConversation("second", with: ["alice", "bob"]).id
            _ = try chat.store.append([.received(other)], to: second, on: chat.alice)
        }
        try expire()
        #expect(isStored(file))
        // A copy stays where a row of the same device and extension has the file.
        #expect(FileManager.default.fileExists(atPath: copies[0]) == (place == "row"))
        #expect(FileManager.default.fileExists(atPath: copies[1]) == (place == "other conversation"))
    }

    @Test func aCopyOfAnotherExtensionGoes() throws {
        let file = try stored()
        let other = try #require(ExtensionID(rawValue: "org.example.poll"))
        _ = try chat.store.append([.received(message(with: file))], to: chat.id, on: chat.bob)
        try receive(message(with: file))
        let copies = [try copy(file, for: chat.bob), try copy(file, for: chat.bob, other)]
        try expire()
        #expect(copies.map(FileManager.default.fileExists) == [true, false])
    }

    /// Somebody stored the same content again, and has not named it yet.
    @Test func aFileThatWasJustStoredAgainStaysForAWhile() throws {
        let file = try stored()
        try receive(message(with: file))
        _ = try media.save([UInt8](repeating: 1, count: Self.size), name: "again.png", type: .png)
        try expire()
        #expect(isStored(file))
        _ = try stored()
        try chat.store.collectFiles()
        #expect(!isStored(file))
    }

    @Test(arguments: ["replaced", "cancelled", "cleared", "removed"])
    func aFileThatWasNeverSentGoes(how: String) throws {
        let (file, next) = (try stored(1), try stored(2))
        let origin = Origin(extensionID: tally, name: "Tally")
        let item =
            how == "removed"
            ? Item(sender: chat.alice.ownPerson, content: .attachment(Attachment(file: file)), origin: origin)
            : message(with: file)
        let end: ConversationEvent =
            switch how {
            case "replaced": .staged(message(with: next))
            case "cancelled": .cancelledMessage(item.id)
            case "cleared": .cleared
            default: .removed(item.id)
            }
        _ = try chat.store.append([.staged(item)], to: chat.id, on: chat.alice)
        #expect(isStored(file))
        _ = try chat.store.append([end], to: chat.id, on: chat.alice)
        try chat.store.collectFiles()
        #expect(!isStored(file))
        #expect(isStored(next))
    }

    @Test func whatWasSentStays() throws {
        let file = try stored()
        _ = try chat.store.append([.staged(message(with: file))], to: chat.id, on: chat.alice)
        let shown = try chat.store.look(at: chat.id, on: chat.alice).draft.id
        try chat.store.handOver(try chat.store.sendDraft(shown, in: chat.id, from: chat.alice).envelope)
        try chat.store.collectFiles(grace: .zero)
        #expect(isStored(file))
    }

    @Test func filesThatNeverHadANameAreLookedForOnceADay() throws {
        let day = 24.0 * 3600
        let (named, young, old) = (
            try stored(1, age: 2 * day), try stored(2, age: day / 2), try stored(3, age: 2 * day)
        )
        _ = try chat.store.append([.staged(message(with: named))], to: chat.id, on: chat.alice)
        let copy = try copy(old, for: chat.bob)
        for name in [".\(UUID()).part", "notes.txt"] {
            let path = shared.home.media + "/" + name
            try Data("x".utf8).write(to: URL(filePath: path))
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -2 * day)],
                ofItemAtPath: path
            )
        }
        let now = Timestamp.now
        try chat.store.sweepFiles(at: now)
        let left = Set(try FileManager.default.contentsOfDirectory(atPath: shared.home.media))
        #expect(left == [named.storedName, young.storedName, "notes.txt"])
        #expect(!FileManager.default.fileExists(atPath: copy))
        let later = try stored(4, age: 2 * day)
        try chat.store.sweepFiles(at: now.advanced(by: .seconds(day - 1)))
        #expect(isStored(later))
        try chat.store.sweepFiles(at: now.advanced(by: .seconds(day)))
        #expect(!isStored(later))
    }

    /// A database of an earlier version: its rows name files that no table has yet.
    @Test func filesOfEarlierDatabasesStay() throws {
        let file = try stored()
        _ = try chat.store.append([.received(message(with: file))], to: chat.id, on: chat.bob)
        try chat.store.write { try $0.execute(sql: "DELETE FROM row_file; PRAGMA user_version = 1") }
        try shared.fixture.open().collectFiles(grace: .zero)
        #expect(isStored(file))
    }
}
