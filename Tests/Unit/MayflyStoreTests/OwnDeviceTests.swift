import GRDB
import MayflyConformance
import MayflyModel
import MayflyStoreSupport
import Testing

@testable import MayflyStore

/// Several devices of one person, in one conversation.
@Suite struct OwnDeviceTests {
    private let shared = SharedStoreFixture()

    /// A chat of alice and bob, and a watch of alice that came later.
    private func chat() throws -> (chat: Chat, watch: DeviceID) {
        let chat = try shared.fixture.chat()
        return (chat, try chat.store.createDevice("watch", profile: .watch, of: "alice").id)
    }

    private func secret(from device: DeviceID, session: SessionID? = nil) -> Item {
        var message = InteractiveMessage(session: session, url: "?secret")
        message.shouldExpire = true
        return Item(sender: device.ownPerson, content: .interactive(message))
    }

    private func bubble(_ store: Store, _ chat: Chat, on device: DeviceID) throws -> Bubble? {
        try store.look(at: chat.id, on: device).page.entries.first?.bubble
    }

    private func refusal(_ body: () throws -> Void) -> MayflyError? {
        let error = #expect(throws: MayflyError.self) { try body() }
        return error
    }

    // MARK: Who owns what

    @Test func aDeviceHasThePersonForWhomItIsMade() throws {
        let (chat, watch) = try chat()
        let devices = try chat.store.devices()
        #expect(devices.map(\.name) == ["alice", "bob", "watch"])
        #expect(devices.map(\.ownerName) == ["alice", "bob", "alice"])
        #expect(devices.map(\.owner) == [chat.alice.ownPerson, chat.bob.ownPerson, chat.alice.ownPerson])
        #expect(devices.map(\.isFirst) == [true, true, false])
        #expect(People(devices).name(of: chat.alice.ownPerson) == "alice")
        #expect(try chat.store.device(named: "watch") == shared.fixture.open().devices()[2])
        #expect(devices[2].id == watch)
    }

    @Test func refusesAnOwnerWhoIsNoPerson() throws {
        let (chat, _) = try chat()
        let device = refusal { _ = try chat.store.createDevice("tablet", of: "watch") }
        #expect(device?.code == .invalidInput)
        #expect(device?.message == "'watch' is a device of 'alice', and no person: name 'alice'")
        #expect(refusal { _ = try chat.store.createDevice("tablet", of: "carol") }?.code == .unknownDevice)
        #expect(refusal { _ = try chat.store.createDevice("watch", of: "bob") }?.code == .alreadyExists)
        let member = refusal { _ = try chat.store.createConversation("two", with: ["watch", "bob"]) }
        #expect(member?.message == device?.message)
        #expect(try chat.store.devices().count == 3)
        #expect(try chat.store.conversations().count == 1)
    }

    @Test func aPersonHasALimitedNumberOfDevices() throws {
        let (chat, _) = try chat()
        for number in 3...Store.mostDevices { _ = try chat.store.createDevice("d\(number)", of: "alice") }
        let error = refusal { _ = try chat.store.createDevice("more", of: "alice") }
        #expect(error?.code == .invalidInput)
        #expect(error?.message == "'alice' has 16 devices already; the limit is 16")
        _ = try chat.store.createDevice("more", of: "bob")
    }

    @Test func theDevicesOfAConversationAreLimited() throws {
        let store = try shared.fixture.open()
        let names = (1...Store.mostMembers).map { "p\($0)" }
        for name in names { _ = try store.createDevice(name) }
        _ = try store.createConversation("all", with: names)
        let full = refusal { _ = try store.createDevice("watch", of: "p7") }
        #expect(full?.code == .invalidInput)
        #expect(full?.message == "conversation 'all' of 'p7' has 256 devices already, which is the limit")
        _ = try store.createDevice("carol")
        _ = try store.createDevice("tablet", of: "carol")
        let large = refusal { _ = try store.createConversation("more", with: ["carol"] + names.dropLast()) }
        #expect(large?.message == "the members of conversation 'more' have 257 devices; the limit is 256")
    }

    /// Rows of a database that knew no people.
    @Test func devicesOfBeforeAreEachAPerson() throws {
        let old = try shared.fixture.chat()
        try old.exchange([old.text("hello", from: old.alice)], from: old.alice)
        try old.store.write { db in
            try db.execute(
                sql: """
                    DROP TABLE recent_sticker; DROP TABLE hand_off; DROP TABLE drawer; DROP INDEX device_owner; ALTER TABLE device DROP COLUMN owner;
                    DELETE FROM grdb_migrations WHERE identifier = '18-devices-of-people';
                    """
            )
        }
        let store = try shared.fixture.open()
        #expect(try store.devices() == old.devices)
        #expect(try store.members(of: old.id).owners == [old.alice.ownPerson, old.bob.ownPerson])
        _ = try store.createDevice("watch", of: "bob")
        try Chat(store: store, devices: old.devices, id: old.id).exchange(
            [old.text("now", from: old.alice)],
            from: old.alice
        )
        #expect(try old.rows(store.device(named: "watch").id, in: store) == ["now"])
    }

    // MARK: What it gets

    @Test(.proves("C-261")) func eachDeviceOfAPersonGetsItsForm() throws {
        let (chat, watch) = try chat()
        let legacy = try chat.store.createDevice("old", profile: .legacy, of: "alice").id
        let before = try chat.store.createConversation("before", with: ["bob", "alice"])
        #expect(try chat.store.members(of: before.id).map(\.name) == ["bob", "alice", "watch", "old"])
        #expect(try chat.store.members(of: before.id).ownerNames == ["bob", "alice"])
        let message = try chat.message("m", in: nil, from: chat.bob)
        try chat.exchange([message], from: chat.bob)
        #expect(try chat.rows(chat.alice) == ["*m"])
        #expect(try chat.rows(watch) == ["*m"])
        #expect(try chat.rows(legacy) == ["m"])
    }

    @Test func aLaterDeviceGetsWhatComesFromThenOn() throws {
        let (chat, _) = try chat()
        try chat.exchange([chat.text("before", from: chat.bob)], from: chat.bob)
        let tablet = try chat.store.createDevice("tablet", of: "alice").id
        try chat.exchange([chat.text("after", from: chat.bob)], from: chat.bob)
        #expect(try chat.rows(chat.alice) == ["before", "after"])
        #expect(try chat.rows(tablet) == ["after"])
        let overview = try #require(try chat.store.overviews(on: tablet, at: .now).first)
        #expect(overview.conversation.name == "chat" && overview.unseen == 1)
    }

    @Test func whatThePersonSendsIsTheirsOnAllTheirDevices() throws {
        let (chat, watch) = try chat()
        let item = Item(sender: chat.alice.ownPerson, content: .text("mine"))
        // Twice: an envelope may come again.
        let envelope = try chat.store.send([item], in: chat.id, from: watch).envelope
        for _ in 0..<2 { try chat.store.handOver(envelope) }
        for device in [chat.alice, watch, chat.bob] { #expect(try chat.rows(device) == ["mine"]) }
        let bubbles = try [chat.alice, watch, chat.bob].map { try #require(try bubble(chat.store, chat, on: $0)) }
        #expect(bubbles.map(\.delivery) == [.sent, .sent, .received])
        #expect(bubbles.allSatisfy { $0.item.sender == chat.alice.ownPerson })
        #expect(try chat.store.log(of: chat.id, on: chat.alice) == [.sentElsewhere(item)])
        #expect(try chat.store.overviews(on: chat.alice, at: .now).map(\.unseen) == [0])
        #expect(try chat.store.overviews(on: chat.bob, at: .now).map(\.unseen) == [1])
        // The same where rows are computed again from the log.
        try chat.store.write { db in try db.execute(sql: "PRAGMA user_version = 0; DELETE FROM row") }
        #expect(try bubble(shared.fixture.open(), chat, on: chat.alice) == bubbles[0])
    }

    /// By a transport of an app, from another home folder.
    @Test func whatThePersonSendsElsewhereArrivesAsTheirs() throws {
        let (chat, watch) = try chat()
        let item = Item(sender: chat.alice.ownPerson, content: .text("mine"))
        let envelope = Envelope(conversation: chat.id, sender: watch, items: [item])
        let arrival = try #require(try chat.store.arrival(of: envelope, on: chat.alice))
        try chat.store.receive(arrival)
        #expect(try bubble(chat.store, chat, on: chat.alice)?.delivery == .sent)
        #expect(try chat.store.arrival(of: envelope, on: chat.alice) == nil)
        // A device sends in the name of its person only.
        let forged = Envelope(
            conversation: chat.id,
            sender: watch,
            items: [Item(sender: watch.ownPerson, content: .text("x"))]
        )
        #expect(refusal { _ = try chat.store.arrival(of: forged, on: chat.bob) }?.code == .invalidInput)
        #expect(refusal { _ = try chat.store.send(forged.items, in: chat.id, from: watch) }?.code == .invalidInput)
    }

    // MARK: What is read and seen

    @Test(.proves("C-146")) func whatIsReadOnOneDeviceExpiresOnAllOfThem() throws {
        let (chat, watch) = try chat()
        let item = secret(from: chat.bob)
        try chat.exchange([item], from: chat.bob)
        let end = Timestamp(rawValue: 5_000)
        _ = try chat.store.append([.willExpire([item.id], at: end)], to: chat.id, on: watch)
        for device in [chat.alice, watch] { #expect(try bubble(chat.store, chat, on: device)?.expiry == .due(end)) }
        // To read it there, too, does not begin anew, and writes nothing.
        let log = try chat.store.log(of: chat.id, on: watch)
        let later = Timestamp(rawValue: 9_000)
        _ = try chat.store.append([.willExpire([item.id], at: later)], to: chat.id, on: chat.alice)
        for device in [chat.alice, watch] { #expect(try bubble(chat.store, chat, on: device)?.expiry == .due(end)) }
        #expect(try chat.store.log(of: chat.id, on: watch) == log)
        for device in [chat.alice, watch] {
            try chat.store.expire(on: device, at: end)
            #expect(try chat.rows(device).isEmpty)
        }
        // Who sent it keeps it, on all devices.
        #expect(try bubble(chat.store, chat, on: chat.bob)?.expiry == nil)
    }

    @Test func whatIsKeptOnOneDeviceStaysOnAllOfThem() throws {
        let (chat, watch) = try chat()
        let item = secret(from: chat.bob)
        try chat.exchange([item], from: chat.bob)
        _ = try chat.store.append([.willExpire([item.id], at: Timestamp(rawValue: 5_000))], to: chat.id, on: watch)
        _ = try chat.store.append([.kept(item.id)], to: chat.id, on: chat.alice)
        for device in [chat.alice, watch] { #expect(try bubble(chat.store, chat, on: device)?.expiry == .kept) }
    }

    @Test func ownMessagesDoNotExpireOnOtherDevices() throws {
        let (chat, watch) = try chat()
        let item = secret(from: chat.alice)
        try chat.exchange([item], from: chat.alice)
        _ = try chat.store.append([.willExpire([item.id], at: Timestamp(rawValue: 1))], to: chat.id, on: watch)
        #expect(try bubble(chat.store, chat, on: watch)?.expiry == nil)
        #expect(try bubble(chat.store, chat, on: chat.alice)?.expiry == nil)
    }

    enum Deed: CaseIterable { case read, kept, expired }

    /// A message comes to one device when it was read on another.
    @Test(arguments: Deed.allCases) func whatArrivesLateIsAsItIsOnTheOtherDevice(deed: Deed) throws {
        let (chat, watch) = try chat()
        let item = secret(from: chat.bob)
        let end = Timestamp(rawValue: 5_000)
        _ = try chat.store.append([.received(item)], to: chat.id, on: chat.alice)
        let event = deed == .kept ? ConversationEvent.kept(item.id) : .willExpire([item.id], at: end)
        _ = try chat.store.append([event], to: chat.id, on: chat.alice)
        if deed == .expired { try chat.store.expire(on: chat.alice, at: end) }
        let envelope = Envelope(conversation: chat.id, sender: chat.bob, items: [item])
        try chat.store.receive(try #require(try chat.store.arrival(of: envelope, on: watch)))
        let expected: Expiry =
            switch deed {
            case .read: .due(end)
            case .kept: .kept
            case .expired: .due(Timestamp(rawValue: 0))
            }
        #expect(try bubble(chat.store, chat, on: watch)?.expiry == expected)
        if deed == .expired { #expect(try chat.store.look(at: chat.id, on: watch, at: .now).page.entries.isEmpty) }
    }

    private func unseen(_ chat: Chat, on device: DeviceID) throws -> Int? {
        try chat.store.overviews(on: device, at: .now).first?.unseen
    }

    @Test func whatIsSeenOnOneDeviceIsSeenOnAllOfThem() throws {
        let (chat, watch) = try chat()
        let items = (1...3).map { chat.text("\($0)", from: chat.bob) }
        try chat.exchange(Array(items[..<2]), from: chat.bob)
        // Only this device has it: it is not delivered yet.
        let own = Item(sender: chat.alice.ownPerson, content: .text("own"))
        _ = try chat.store.send([own], in: chat.id, from: watch)
        #expect(try unseen(chat, on: chat.alice) == 2)
        try chat.store.markSeen(items[0].id, in: chat.id, on: watch)
        #expect(try unseen(chat, on: chat.alice) == 1)
        try chat.store.markSeen(own.id, in: chat.id, on: watch)
        #expect(try unseen(chat, on: chat.alice) == 0)
        #expect(try unseen(chat, on: chat.bob) == 0)
        // It does not go back, and what comes later is unseen.
        try chat.store.markSeen(items[0].id, in: chat.id, on: chat.alice)
        try chat.exchange([items[2]], from: chat.bob)
        #expect(try [chat.alice, watch].map { try unseen(chat, on: $0) } == [1, 1])
    }

    @Test func whatWasSeenBeforeItCameIsSeen() throws {
        let (chat, watch) = try chat()
        let items = ["one", "two"].map { chat.text($0, from: chat.bob) }
        _ = try chat.store.append(items.map(ConversationEvent.received), to: chat.id, on: chat.alice)
        try chat.store.markSeen(items[0].id, in: chat.id, on: chat.alice)
        let envelope = Envelope(conversation: chat.id, sender: chat.bob, items: items)
        try chat.store.receive(try #require(try chat.store.arrival(of: envelope, on: watch)))
        #expect(try unseen(chat, on: watch) == 1)
    }
}
