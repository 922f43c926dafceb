import GRDB
import MayflyModel
import MayflyStoreSupport
import Testing

@testable import MayflyStore

@Suite struct ProfileStoreTests {
    /// A chat of alice with a full device and bob with a legacy device.
    private func chat(_ fixture: borrowing StoreFixture) throws -> Chat {
        let store = try fixture.open()
        let devices = [try store.createDevice("alice"), try store.createDevice("bob", profile: .legacy)]
        let conversation = try store.createConversation("chat", with: ["alice", "bob"])
        return Chat(store: store, devices: devices, id: conversation.id)
    }

    @Test func keepsTheProfileOfADevice() throws {
        let fixture = StoreFixture()
        let store = try fixture.open()
        for profile in DeviceProfile.allCases {
            let device = try store.createDevice(profile.rawValue, profile: profile)
            #expect(try fixture.open().device(named: device.name) == device)
            #expect(device.profile == profile)
        }
    }

    @Test func takesDevicesOfBeforeAsFullOnes() throws {
        let fixture = StoreFixture()
        let old = try fixture.chat()
        try old.store.pool.write { db in
            try db.execute(sql: "ALTER TABLE device DROP COLUMN profile")
            try db.execute(sql: "DELETE FROM grdb_migrations WHERE identifier = '4-device-profiles'")
        }
        let store = try fixture.open()
        #expect(try store.devices().map(\.profile) == [.full, .full])
        #expect(try store.members(of: old.id) == old.devices)
    }

    @Test func refusesAProfileThatItDoesNotKnow() throws {
        let fixture = StoreFixture()
        let chat = try chat(fixture)
        try chat.store.pool.write { db in
            try db.execute(sql: "UPDATE device SET profile = 'toaster\u{1B}' WHERE name = 'bob'")
        }
        let error = #expect(throws: MayflyError.self) { try chat.store.devices() }
        #expect(error?.code == .store)
        #expect(error?.message.contains(#"'toaster\u{1B}'"#) == true)
    }

    @Test func takesTheFormOfAMessageThatComesAgainOnlyOnce() async throws {
        let fixture = StoreFixture()
        let chat = try chat(fixture)
        let message = try chat.message("m", in: SessionID(), from: chat.alice)
        for _ in 0..<2 { try chat.exchange([message, chat.text("hi", from: chat.alice)], from: chat.alice) }
        #expect(try chat.rows(chat.bob) == ["m", "hi", "hi"])
        #expect(try chat.rows(chat.alice) == ["*m", "hi", "hi"])
    }

    @Test func showsAStickerOnABubbleByItself() async throws {
        let fixture = StoreFixture()
        let chat = try chat(fixture)
        let message = try chat.message("m", in: nil, from: chat.alice)
        let digest = try #require(ContentDigest(bytes: Array(repeating: 1, count: 32)))
        let file = MediaFile(digest: digest, name: "a.png", type: .png, byteCount: 1)
        let sticker = Sticker(file: file, description: "a cat", placement: StickerPlacement(on: message.id))
        try chat.exchange([message], from: chat.alice)
        try chat.exchange([Item(sender: chat.alice.ownPerson, content: .sticker(sticker))], from: chat.alice)
        let entries = try chat.store.look(at: chat.id, on: chat.bob).page.entries
        #expect(entries.map(\.item?.content) == [.text("m"), .sticker(Sticker(file: file, description: "a cat"))])
        let own = try chat.store.look(at: chat.id, on: chat.alice).page.entries
        #expect(own.map { $0.bubble?.stickers.count } == [1])
    }
}
