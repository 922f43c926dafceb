import Foundation
import MayflyConformance
import MayflyModel
import MayflyStoreSupport
import Testing

@testable import MayflyStore

/// The folders of extensions: whose they are, and what their names tell.
@Suite struct ExtensionFoldersTests {
    private let tally: ExtensionID
    private let poll: ExtensionID

    init() throws {
        tally = try #require(ExtensionID(rawValue: "org.example.tally"))
        poll = try #require(ExtensionID(rawValue: "org.example.poll"))
    }

    @Test func areMadeForTheOwnerAloneAndStay() throws {
        let fixture = StoreFixture()
        let (store, other, device) = (try fixture.open(), try fixture.open(), DeviceID())
        let folders = try store.makeFolders(of: tally, on: device)
        for path in [folders.privateFolder, folders.received, fixture.home.privateFolders, fixture.home.path] {
            #expect(try fixture.mode(of: path) == 0o700)
        }
        #expect(try store.makeFolders(of: tally, on: device) == folders)
        #expect(try other.makeFolders(of: tally, on: device) == folders)
        #expect(try fixture.open().makeFolders(of: tally, on: device) == folders)
    }

    /// An extension can learn this name, which must not reveal anything.
    @Test(.proves("C-197")) func areNamedAfterNobody() throws {
        let fixture = StoreFixture()
        let chat = try fixture.chat()
        func name(_ id: ExtensionID, _ device: DeviceID) throws -> String {
            let folders = try chat.store.makeFolders(of: id, on: device)
            let names = [folders.privateFolder, folders.received].map { URL(filePath: $0).lastPathComponent }
            #expect(names[0] == names[1])
            return names[0]
        }
        let first = try name(tally, chat.alice)
        #expect(first.wholeMatch(of: /[0-9a-f]{32}/) != nil)
        let others = [try name(poll, chat.alice), try name(tally, chat.bob)]
        #expect(Set(others + [first]).count == 3)
        // Who knows the extension and the device cannot tell it: another home has another name for them.
        #expect(first != ExtensionFolders.formerName(of: tally, on: chat.alice))
        let another = StoreFixture()
        let elsewhere = try another.open().makeFolders(of: tally, on: chat.alice).privateFolder
        #expect(URL(filePath: elsewhere).lastPathComponent != first)
    }

    @Test func haveAnotherNameAfterTheyWereRemoved() throws {
        let fixture = StoreFixture()
        let chat = try fixture.chat()
        let first = try [chat.alice, chat.bob].map { try chat.store.makeFolders(of: tally, on: $0) }
        let foreign = try chat.store.makeFolders(of: poll, on: chat.alice)
        try chat.store.removeFolders(of: tally)
        for folders in first {
            #expect(!FileManager.default.fileExists(atPath: folders.privateFolder))
            #expect(!FileManager.default.fileExists(atPath: folders.received))
        }
        #expect(FileManager.default.fileExists(atPath: foreign.privateFolder))
        #expect(try chat.store.makeFolders(of: tally, on: chat.alice) != first[0])
        #expect(try chat.store.makeFolders(of: poll, on: chat.alice) == foreign)
    }

    /// One program launches an extension again and again, while another one uninstalls it. In the end, the folders that are there
    /// are those that the store knows, and go with the last removal.
    @Test func noneStaysThatWasMadeWhileTheyWereRemoved() async throws {
        let fixture = StoreFixture()
        let (chat, other, tally) = (try fixture.chat(), try fixture.open(), tally)
        await withTaskGroup(of: Void.self) { group in
            // A launch that comes just before a removal may fail.
            group.addTask { for _ in 0..<150 { _ = try? other.makeFolders(of: tally, on: chat.alice) } }
            group.addTask { for _ in 0..<150 { try? chat.store.removeFolders(of: tally) } }
        }
        try chat.store.removeFolders(of: tally)
        for parent in [fixture.home.privateFolders, fixture.home.receivedFolders] {
            #expect(try FileManager.default.contentsOfDirectory(atPath: parent).isEmpty)
        }
    }

    /// Before, the name was a digest of the extension and the device.
    @Test(arguments: [true, false]) func thoseOfAnEarlierVersionStayUntilTheyAreRemoved(isOpened: Bool) throws {
        let fixture = StoreFixture()
        let chat = try fixture.chat()
        let name = ExtensionFolders.formerName(of: tally, on: chat.alice)
        #expect(name.count == 32)
        let former = ExtensionFolders(named: name, in: fixture.home)
        try former.make()
        try Data("kept".utf8).write(to: URL(filePath: former.privateFolder + "/file"))
        if isOpened {
            #expect(try chat.store.makeFolders(of: tally, on: chat.alice) == former)
            #expect(FileManager.default.contents(atPath: former.privateFolder + "/file") == Data("kept".utf8))
        }
        try chat.store.removeFolders(of: tally)
        #expect(!former.exist)
        let new = try chat.store.makeFolders(of: tally, on: chat.alice)
        #expect(new != former && new.exist)
    }

    @Test(.disabled(if: geteuid() == 0, "root has all permissions"))
    func permissionsThatTheExtensionRemovedAreRestored() throws {
        let fixture = StoreFixture()
        let (store, device) = (try fixture.open(), DeviceID())
        let folder = try store.makeFolders(of: tally, on: device).privateFolder
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: folder)
        _ = try store.makeFolders(of: tally, on: device)
        #expect(try fixture.mode(of: folder) == 0o700)
    }
}
