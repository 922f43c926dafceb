import GRDB
import MayflyModel
import MayflyStoreSupport
import Testing

@testable import MayflyStore

/// The stickers that a person used last.
@Suite struct RecentStickerTests {
    private let shared = SharedStoreFixture()

    private func chat() throws -> (chat: Chat, watch: DeviceID) {
        let chat = try shared.fixture.chat()
        return (chat, try chat.store.createDevice("watch", profile: .watch, of: "alice").id)
    }

    private func sticker(_ name: String, by sender: DeviceID, on target: ItemID? = nil) throws -> Item {
        let digits = name.utf8.reduce(0) { $0 * 31 + Int($1) }
        let hex = String(digits, radix: 16)
        let digest = try #require(ContentDigest(rawValue: String(repeating: "0", count: 64 - hex.count) + hex))
        let file = MediaFile(digest: digest, name: "\(name).png", type: .png, byteCount: 1, pixelSize: nil)
        let placement = target.map { StickerPlacement(on: $0) }
        let origin = Origin(extensionID: try #require(ExtensionID(rawValue: "org.example.pack")), name: "Pack")
        let sticker = Sticker(file: file, description: name, placement: placement)
        return Item(sender: sender.ownPerson, content: .sticker(sticker), origin: origin)
    }

    private func names(_ chat: Chat, _ device: DeviceID) throws -> [String] {
        try chat.store.recents(on: device).map(\.sticker.description)
    }

    @Test func areThoseOfThePersonOnAllDevicesTheNewestFirst() throws {
        let (chat, watch) = try chat()
        for name in ["one", "two"] { try chat.exchange([try sticker(name, by: chat.alice)], from: chat.alice) }
        try chat.exchange([try sticker("three", by: chat.alice), chat.text("words", from: chat.alice)], from: watch)
        for device in [chat.alice, watch] { #expect(try names(chat, device) == ["three", "two", "one"]) }
        // What is received is not used.
        #expect(try names(chat, chat.bob) == [])
        // One that is used again is there once.
        try chat.exchange([try sticker("one", by: chat.alice)], from: watch)
        #expect(try names(chat, chat.alice) == ["one", "three", "two"])
        #expect(try chat.store.recents(on: watch).first?.origin?.name == "Pack")
    }

    @Test func aStickerOnABubbleIsListedWithoutIt() throws {
        let (chat, _) = try chat()
        let text = chat.text("hi", from: chat.bob)
        try chat.exchange([text], from: chat.bob)
        try chat.exchange([try sticker("one", by: chat.alice, on: text.id)], from: chat.alice)
        let recents = try chat.store.recents(on: chat.alice)
        #expect(recents.map(\.sticker.description) == ["one"] && recents[0].sticker.placement == nil)
    }

    @Test func areBounded() throws {
        let (chat, watch) = try chat()
        let all = (1...Store.mostRecents + 3).map { "s\($0)" }
        for name in all { _ = try chat.store.send([try sticker(name, by: chat.alice)], in: chat.id, from: chat.alice) }
        #expect(try names(chat, watch) == Array(all.reversed().prefix(Store.mostRecents)))
        // The file of one that went is removed when nothing else names it.
        let loose = try chat.store.read { db in
            try String.fetchAll(db, sql: "SELECT name FROM loose_file ORDER BY name")
        }
        let gone = try all.prefix(3).map { try sticker($0, by: chat.alice).files[0].storedName }
        #expect(loose == gone.sorted())
        #expect(Store.mostRecents == 64)
    }

    @Test func theirFilesAreKept() throws {
        let (chat, _) = try chat()
        let item = try sticker("one", by: chat.alice)
        let name = try #require(item.files.first?.storedName)
        try chat.exchange([item], from: chat.alice)
        try chat.store.write { db in try db.execute(sql: "DELETE FROM row_file; DELETE FROM envelope_file") }
        #expect(try chat.store.read { db in try FileNames.contain(name, in: db) })
        try chat.store.write { db in try db.execute(sql: "DELETE FROM recent_sticker") }
        #expect(try !chat.store.read { db in try FileNames.contain(name, in: db) })
    }

    /// By a transport of an app, from a device of the same person in another home folder.
    @Test func whatIsUsedElsewhereIsListedHere() throws {
        let (chat, watch) = try chat()
        func arrive(_ item: Item, on device: DeviceID, from sender: DeviceID) throws {
            let envelope = Envelope(conversation: chat.id, sender: sender, items: [item])
            if let arrival = try chat.store.arrival(of: envelope, on: device) { try chat.store.receive(arrival) }
        }
        let items = try ["one", "two"].map { try sticker($0, by: chat.alice) }
        for item in items { try arrive(item, on: chat.alice, from: watch) }
        // Again, and what this device has sent itself: the order is that of use.
        try arrive(items[0], on: chat.alice, from: watch)
        let sent = try ["three", "four"].map { try sticker($0, by: chat.alice) }
        for item in sent { _ = try chat.store.send([item], in: chat.id, from: chat.alice) }
        try arrive(sent[0], on: watch, from: chat.alice)
        #expect(try names(chat, watch) == ["four", "three", "two", "one"])
        try arrive(try sticker("theirs", by: chat.bob), on: chat.alice, from: chat.bob)
        #expect(try names(chat, watch).first == "four")
    }
}
