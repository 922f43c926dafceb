import Foundation
import GRDB
import MayflyModel
import MayflyStoreSupport
import Testing

@testable import MayflyStore

/// How many bytes of files an extension may have at the host that nobody has sent.
@Suite struct UnsentFileTests {
    private static let size = 10_000
    private static let limit = 3 * size
    private let shared = SharedStoreFixture()
    private let chat: Chat
    private let media: MediaStore
    private let tally: ExtensionID
    private let poll: ExtensionID

    init() throws {
        chat = try shared.fixture.chat()
        media = MediaStore(home: shared.home)
        tally = try #require(ExtensionID(rawValue: "org.example.tally"))
        poll = try #require(ExtensionID(rawValue: "org.example.poll"))
    }

    private func install(of id: ExtensionID) throws(MayflyError) -> Install {
        Install(of: id, on: chat.alice, salt: try chat.store.install(of: id, on: chat.alice))
    }

    /// Counts a file for an extension on alice's device and stores it, with that age. Nil where it does not fit.
    private func hand(_ number: UInt8, over id: ExtensionID? = nil, age: Double = 3600) throws -> MediaFile? {
        var used: Int?
        let bytes = [UInt8](repeating: number, count: Self.size)
        let file = try? media.save(bytes, name: "\(number).png", type: .png) { (file, store) throws(MayflyError) in
            let id = id ?? tally
            used = try chat.store.countUnsent(file, of: install(of: id), limit: Self.limit, storing: store)
            if let used { throw MayflyError(.notPossibleNow, "\(used)") }
        }
        guard let file else {
            #expect(used == Self.limit)
            return nil
        }
        let date = Date(timeIntervalSinceNow: -age)
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: media.path(of: file))
        return file
    }

    private func attachment(_ file: MediaFile, of id: ExtensionID? = nil) -> Item {
        let origin = Origin(extensionID: id ?? tally, name: "Tally")
        return Item(sender: chat.alice.ownPerson, content: .attachment(Attachment(file: file)), origin: origin)
    }

    private func stage(_ number: UInt8) throws -> Item {
        let item = attachment(try #require(try hand(number)))
        _ = try chat.store.append([.staged(item)], to: chat.id, on: chat.alice)
        return item
    }

    private var used: Int { get throws { try chat.store.unsentBytes(of: tally, on: chat.alice) } }

    private func isStored(_ item: Item) -> Bool {
        item.files.allSatisfy { FileManager.default.fileExists(atPath: media.path(of: $0)) }
    }

    @Test func whatIsInTheFieldCountsUntilItIsSent() throws {
        let items = try (1...3).map { try stage($0) }
        #expect(try used == Self.limit)
        #expect(try hand(4) == nil)
        let shown = try chat.store.look(at: chat.id, on: chat.alice).draft.id
        _ = try chat.store.sendDraft(shown, in: chat.id, from: chat.alice)
        #expect(try used == 0)
        #expect(try hand(4) != nil)
        // What was sent is not touched by what makes room.
        for number in 5...9 as ClosedRange<UInt8> { _ = try hand(number) }
        try chat.store.collectFiles(grace: .zero)
        #expect(items.allSatisfy(isStored))
    }

    /// A small file takes a block of the disk.
    @Test func eachFileCountsForABlock() throws {
        let install = try install(of: tally)
        let file = try media.save([1], name: "1.png", type: .png) { (file, store) throws(MayflyError) in
            #expect(try chat.store.countUnsent(file, of: install, limit: 4095, storing: store) == 0)
            #expect(try chat.store.countUnsent(file, of: install, limit: 4096, storing: store) == nil)
        }
        #expect(file.byteCount == 1)
        #expect(try chat.store.unsentBytes(of: tally, on: chat.alice) == 4096)
    }

    @Test func anotherExtensionAndTheSameFileAgainDoNotCount() throws {
        for number in 1...3 as ClosedRange<UInt8> { _ = try hand(number) }
        #expect(try hand(2) != nil)
        #expect(try hand(4, over: poll) != nil)
        #expect(try chat.store.unsentBytes(of: poll, on: chat.alice) == Self.size)
        #expect(try chat.store.unsentBytes(of: tally, on: chat.bob) == 0)
    }

    enum Owner: CaseIterable {
        case nobody, messageOfAnotherExtension, message, messageElsewhere, fieldWithAnotherExtension, fieldElsewhere
    }

    /// Otherwise an extension could ask by its limit, and by the time of its calls, which files there are in conversations.
    @Test(arguments: Owner.allCases) func whoElseHasAFileMakesNoDifference(owner: Owner) throws {
        let file = try media.save([UInt8](repeating: 1, count: Self.size), name: "1.png", type: .png)
        let (event, device): (ConversationEvent?, DeviceID) =
            switch owner {
            case .nobody: (nil, chat.alice)
            case .messageOfAnotherExtension: (.received(attachment(file, of: poll)), chat.alice)
            case .message: (.received(attachment(file)), chat.alice)
            case .messageElsewhere: (.received(attachment(file)), chat.bob)
            case .fieldWithAnotherExtension: (.staged(attachment(file, of: poll)), chat.alice)
            case .fieldElsewhere: (.staged(attachment(file)), chat.bob)
            }
        if let event { _ = try chat.store.append([event], to: chat.id, on: device) }
        let inode = try number(of: file)
        #expect(try hand(1) == file)
        #expect(try used == Self.size)
        let second = try number(of: file)
        #expect(second != inode, "it is written again")
        #expect(try hand(1) == file)
        #expect(try number(of: file) == second, "what the extension has handed over before is not")
        for number in 2...3 as ClosedRange<UInt8> { #expect(try hand(number) != nil) }
        // It makes room as the other two do, and stays on the disk for those who have it.
        #expect(try hand(4) != nil)
        #expect(try used == Self.size)
        #expect(isStored(attachment(file)) == (owner != .nobody))
    }

    @Test func aFileInTheFieldCountsAlsoWhereAMessageHasIt() throws {
        let items = try (1...3).map { try stage($0) }
        let copies = items.flatMap(\.files).map { ConversationEvent.received(attachment($0, of: poll)) }
        _ = try chat.store.append(copies, to: chat.id, on: chat.alice)
        #expect(try hand(4) == nil)
        _ = try chat.store.append([.removed(items[0].id)], to: chat.id, on: chat.alice)
        #expect(try hand(4) != nil)
        #expect(items.allSatisfy(isStored))
    }

    @Test func aFileThatAnotherExtensionSendsStillCounts() throws {
        let file = try #require(try hand(1))
        #expect(try hand(1, over: poll) == file)
        _ = try chat.store.append([.staged(attachment(file, of: poll))], to: chat.id, on: chat.alice)
        let shown = try chat.store.look(at: chat.id, on: chat.alice).draft.id
        _ = try chat.store.sendDraft(shown, in: chat.id, from: chat.alice)
        #expect(try chat.store.unsentBytes(of: poll, on: chat.alice) == 0)
        #expect(try used == Self.size)
    }

    /// A new installation has the whole limit again, and does not learn of the earlier one by it.
    @Test func anUninstalledExtensionHasNoFiles() throws {
        let file = try #require(try hand(1))
        #expect(try hand(2, over: poll) != nil)
        try chat.store.forget(tally) {}
        #expect(try used == 0)
        #expect(try chat.store.unsentBytes(of: poll, on: chat.alice) == Self.size)
        try chat.store.collectFiles()
        #expect(!isStored(attachment(file)))
    }

    private func number(of file: MediaFile) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: media.path(of: file))[.systemFileNumber] as? Int
    }

    /// Files that nothing names make room, but for those that are too young: somebody is about to name them.
    @Test func whatLeftTheFieldMakesRoomWhenItIsOld() throws {
        let items = try (1...2).map { try stage($0) }
        _ = try chat.store.append([.removed(items[0].id)], to: chat.id, on: chat.alice)
        #expect(try hand(3, age: 0) != nil)
        #expect(try hand(4) != nil)
        #expect(try used == Self.limit)
        #expect(!isStored(items[0]) && isStored(items[1]))
        #expect(try hand(3) != nil, "the young one is still there")
    }

    /// The host was killed between the two.
    @Test func aFileThatWasCountedAndNotStoredDoesNotCountForEver() throws {
        for number in 1...3 as ClosedRange<UInt8> {
            let file = try #require(try hand(number))
            try FileManager.default.removeItem(atPath: media.path(of: file))
        }
        #expect(try hand(4) != nil)
        #expect(try used == Self.size)
    }

    @Test func theLargestNumbersAreNoTrap() throws {
        let digest = try #require(ContentDigest(bytes: Array(repeating: 9, count: 32)))
        let file = MediaFile(digest: digest, name: "x", type: .text, byteCount: .max)
        #expect(try chat.store.countUnsent(file, of: install(of: tally), limit: .max) { _ in } == nil)
        #expect(try chat.store.countUnsent(file, of: install(of: poll), limit: 0) { _ in } == 0)
    }

    /// The file left an input field once, and another program is about to remove it: it waits until the file is counted and stored,
    /// and finds it young. That holds, too, for a file that is counted already.
    @Test(arguments: [false, true]) func noProgramForgetsAFileThatIsBeingStored(isKnown: Bool) throws {
        let other = try shared.fixture.open()
        let bytes = [UInt8](repeating: 1, count: Self.size)
        if isKnown { #expect(try hand(1) != nil) }
        let file = try media.save(bytes, name: "1.png", type: .png) { (file, store) throws(MayflyError) in
            try chat.store.write { db in
                try db.execute(sql: "INSERT INTO loose_file (name) VALUES (?)", arguments: [file.storedName])
            }
            var isLocked = false
            let count = { (store: MediaStore.Storing) throws(MayflyError) in
                _ = try chat.store.countUnsent(file, of: install(of: tally), limit: Self.limit, storing: store)
            }
            try count { (isCounted) throws(MayflyError) in
                #expect(isCounted == isKnown)
                isLocked = Self.isLocked(shared.home.database)
                // Otherwise this waits for the end of the transaction.
                if !isLocked { try other.collectFiles() }
                try store(isCounted)
            }
            #expect(isLocked)
        }
        try other.collectFiles()
        #expect(try used == Self.size)
        #expect(FileManager.default.fileExists(atPath: media.path(of: file)))
    }

    /// The disk is full: the extension is told, and nothing more is counted than before.
    @Test(arguments: [false, true]) func aFileThatCannotBeStoredIsNotCounted(isKnown: Bool) throws {
        if isKnown { #expect(try hand(1) != nil) }
        let before = try used
        #expect(before == (isKnown ? Self.size : 0))
        let full = MayflyError(.files, "the disk is full")
        let bytes = [UInt8](repeating: 1, count: Self.size)
        var failure: MayflyError?
        do throws(MayflyError) {
            _ = try media.save(bytes, name: "1.png", type: .png) { (file, _) throws(MayflyError) in
                let number = try chat.store.countUnsent(file, of: install(of: tally), limit: Self.limit) {
                    (_) throws(MayflyError) in throw full
                }
                Issue.record("counted: \(number.map(String.init) ?? "it fits")")
            }
        } catch {
            failure = error
        }
        #expect(failure?.message == full.message)
        #expect(try used == before)
        #expect(try hand(2) != nil)
        #expect(try used == before + Self.size)
    }

    /// Whether no other program can begin a transaction that writes.
    private static func isLocked(_ database: String) -> Bool {
        var configuration = Configuration()
        configuration.busyMode = .immediateError
        do {
            try DatabaseQueue(path: database, configuration: configuration).inTransaction(.immediate) { _ in .rollback }
            return false
        } catch {
            return (error as? DatabaseError)?.resultCode == .SQLITE_BUSY
        }
    }
}
