import Foundation
import MayflyModel
import MayflyStoreSupport
import Testing

@testable import MayflyHost
@testable import MayflyStore

/// Which hosts remove what an earlier one left.
@Suite struct LooseFileTests {
    @Test func aHostThatOnlyReadsLeavesItToOthers() throws {
        let fixture = StoreFixture()
        let chat = try fixture.chat()
        let media = MediaStore(home: fixture.home)
        let file = try media.save([1, 2, 3], name: "a.txt", type: .text)
        let path = media.path(of: file)
        let date = Date(timeIntervalSinceNow: -3600)
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
        let item = Item(sender: chat.alice.ownPerson, content: .attachment(Attachment(file: file)))
        _ = try chat.store.append([.staged(item)], to: chat.id, on: chat.alice)
        // The collection after that would be the second one within seconds.
        try chat.store.change(chat.id, on: chat.alice) { try $0.append(.cleared) }
        _ = try ExtensionHost(reading: fixture.home)
        #expect(FileManager.default.fileExists(atPath: path))
        _ = try ExtensionHost(home: fixture.home)
        #expect(!FileManager.default.fileExists(atPath: path))
    }
}
