import GRDB
import MayflyModel
import MayflyStoreSupport
import Testing

@testable import MayflyStore

/// Messages that one device of a person offers to the others.
@Suite struct HandOffStoreTests {
    private let shared = SharedStoreFixture()
    private let now = Timestamp(rawValue: 1_000_000)

    /// A chat of alice and bob, with a watch and a tablet of alice.
    private func chat() throws -> (chat: Chat, watch: DeviceID, tablet: DeviceID) {
        let chat = try shared.fixture.chat()
        let watch = try chat.store.createDevice("watch", profile: .watch, of: "alice").id
        return (chat, watch, try chat.store.createDevice("tablet", of: "alice").id)
    }

    private func seen(_ chat: Chat, on device: DeviceID, after time: Duration = .zero) throws -> [HandOff] {
        try chat.store.handOffs(on: device, at: now.advanced(by: time)).handOffs
    }

    private func refusal(_ body: () throws -> Void) -> String? {
        let error = #expect(throws: MayflyError.self) { try body() }
        #expect(error?.code == .notPossibleNow)
        return error?.message
    }

    @Test func theFullDevicesOfThePersonSeeIt() throws {
        let (chat, watch, tablet) = try chat()
        let other = try chat.store.createDevice("mac", profile: .desktop, of: "alice").id
        let item = ItemID()
        #expect(try chat.store.offer(item, in: chat.id, from: watch, at: now))
        for device in [chat.alice, tablet, watch] {
            let handOff = try #require(try seen(chat, on: device).first)
            #expect(handOff.source.name == "watch" && handOff.conversation.name == "chat")
            #expect(handOff.item == item && handOff.state == .offered)
        }
        for device in [chat.bob, other] { #expect(try seen(chat, on: device).isEmpty) }
    }

    @Test func offeringItAgainChangesNothing() throws {
        let (chat, watch, _) = try chat()
        let item = ItemID()
        #expect(try chat.store.offer(item, in: chat.id, from: watch, at: now))
        let first = try chat.store.handOffs(on: chat.alice, at: now)
        #expect(try !chat.store.offer(item, in: chat.id, from: watch, at: now.advanced(by: .seconds(5))))
        #expect(try chat.store.handOffs(on: chat.alice, at: now) == first)
        // Another message takes its place.
        let next = ItemID()
        #expect(try chat.store.offer(next, in: chat.id, from: watch, at: now))
        #expect(try seen(chat, on: chat.alice).map(\.item) == [next])
        #expect(try chat.store.handOffs(on: chat.alice, at: now).mark != first.mark)
    }

    @Test func oneDeviceTakesItOnce() throws {
        let (chat, watch, tablet) = try chat()
        _ = try chat.store.offer(ItemID(), in: chat.id, from: watch, at: now)
        let id = try #require(try seen(chat, on: tablet).first?.id)
        let itself = refusal { try chat.store.take(id, on: watch, at: now) }
        #expect(itself == "'watch' itself offers this message")
        try chat.store.take(id, on: tablet, at: now)
        for device in [chat.alice, tablet] {
            let error = refusal { try chat.store.take(id, on: device, at: now) }
            #expect(error == "'tablet' has continued from 'watch' already")
        }
        for device in [chat.alice, watch] {
            guard case .taken(let taker) = try #require(try seen(chat, on: device).first).state else {
                Issue.record("it was not taken")
                continue
            }
            #expect(taker.id == tablet)
        }
    }

    @Test func itIsOfferedForATime() throws {
        let (chat, watch, _) = try chat()
        let item = ItemID()
        _ = try chat.store.offer(item, in: chat.id, from: watch, at: now)
        let id = try #require(try seen(chat, on: chat.alice, after: .seconds(599)).first?.id)
        #expect(try seen(chat, on: chat.alice, after: .seconds(600)).isEmpty)
        let error = refusal { try chat.store.take(id, on: chat.alice, at: now.advanced(by: .seconds(600))) }
        #expect(error == "there is no message \(id) to continue with any more")
        #expect(try chat.store.offer(item, in: chat.id, from: watch, at: now.advanced(by: .seconds(600))))
    }

    @Test func othersCannotTakeIt() throws {
        let (chat, watch, _) = try chat()
        _ = try chat.store.offer(ItemID(), in: chat.id, from: watch, at: now)
        let id = try #require(try seen(chat, on: chat.alice).first?.id)
        #expect(refusal { try chat.store.take(id, on: chat.bob, at: now) }?.contains("no message") == true)
    }

    @Test func aGlanceTellsWhetherSomethingHasChanged() throws {
        let (chat, watch, _) = try chat()
        func mark() throws -> String {
            try chat.store.glance(at: chat.id, on: chat.alice, running: nil, pack: nil).handOffs
        }
        var marks = [try mark()]
        _ = try chat.store.offer(ItemID(), in: chat.id, from: watch, at: now)
        marks.append(try mark())
        let (handOffs, known) = try chat.store.handOffs(on: chat.alice, at: now)
        #expect(known == marks[1])
        try chat.store.take(try #require(handOffs.first?.id), on: chat.alice, at: now)
        marks.append(try mark())
        #expect(marks[0] == "" && Set(marks).count == 3)
        #expect(try chat.store.glance(at: chat.id, on: chat.bob, running: nil, pack: nil).handOffs == "")
    }

    /// Hosts that have windows on a device, as other programs see them.
    @Test func anOpenDeviceIsOneThatSomeHostHasAWindowOn() throws {
        let (chat, watch, tablet) = try chat()
        let others = try (0..<2).map { _ in try shared.fixture.open() }
        func open() throws -> [String] { try chat.store.handOffTargets(of: watch).open.map(\.name) }
        #expect(try chat.store.handOffTargets(of: watch).all.map(\.name) == ["alice", "tablet"])
        #expect(try open() == [])
        others[0].openDevices.enter(tablet)
        others[0].openDevices.enter(tablet)
        others[1].openDevices.enter(tablet)
        chat.store.openDevices.enter(chat.alice)
        #expect(try open() == ["alice", "tablet"])
        chat.store.openDevices.leave(chat.alice)
        others[0].openDevices.leave(tablet)
        others[1].openDevices.leave(tablet)
        #expect(try open() == ["tablet"])
        others[0].openDevices.leave(tablet)
        others[0].openDevices.leave(tablet)
        #expect(try open() == [])
    }
}
