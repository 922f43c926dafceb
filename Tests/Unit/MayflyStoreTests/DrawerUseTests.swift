import MayflyModel
import MayflyStoreSupport
import Testing

@testable import MayflyStore

/// Favourites, and what was used last, in the drawers of devices.
@Suite struct DrawerUseTests {
    private let shared = SharedStoreFixture()

    private func ids(_ names: String...) throws -> [ExtensionID] {
        try names.map { try #require(ExtensionID(rawValue: "org.example.\($0)")) }
    }

    @Test func favouritesKeepThePersonsOrderOnTheDevice() throws {
        let chat = try shared.fixture.chat()
        let order = try ids("tally", "poll", "cone")
        try chat.store.setFavourites(order, on: chat.alice)
        #expect(try chat.store.drawerUse(on: chat.devices[0]).favourites == order)
        #expect(try chat.store.drawerUse(on: chat.devices[1]).favourites == [])
        // Another order, with one less.
        try chat.store.setFavourites([order[2], order[0]], on: chat.alice)
        #expect(try shared.fixture.open().drawerUse(on: chat.devices[0]).favourites == [order[2], order[0]])
        try chat.store.setFavourites([], on: chat.alice)
        #expect(try chat.store.drawerUse(on: chat.devices[0]).favourites == [])
    }

    @Test func refusesOneTwiceAndTooMany() throws {
        let chat = try shared.fixture.chat()
        let kept = try ids("tally")
        try chat.store.setFavourites(kept, on: chat.alice)
        let twice = #expect(throws: MayflyError.self) {
            try chat.store.setFavourites(ids("poll", "poll"), on: chat.alice)
        }
        #expect(twice?.message == "'org.example.poll' is named twice among the favourites")
        let many = try (0...Store.mostFavourites).map { try #require(ExtensionID(rawValue: "org.example.a\($0)")) }
        let error = #expect(throws: MayflyError.self) { try chat.store.setFavourites(many, on: chat.alice) }
        #expect(error?.code == .invalidInput)
        #expect(error?.message == "a drawer has at most 64 favourites, not 65")
        #expect(try chat.store.drawerUse(on: chat.devices[0]).favourites == kept)
    }

    @Test func whatWasUsedLastIsFirst() throws {
        let chat = try shared.fixture.chat()
        let all = try ids("tally", "poll", "cone")
        for (index, id) in all.enumerated() {
            try chat.store.noteUse(of: id, on: chat.alice, at: Timestamp(rawValue: Int64(index)))
        }
        try chat.store.noteUse(of: all[0], on: chat.alice, at: Timestamp(rawValue: 9))
        #expect(try chat.store.drawerUse(on: chat.devices[0]).recent == [all[0], all[2], all[1]])
        #expect(try chat.store.drawerUse(on: chat.devices[1]).recent == [])
        // An installation is for all devices.
        try chat.store.noteUse(of: all[1], at: Timestamp(rawValue: 10))
        #expect(try chat.store.drawerUse(on: chat.devices[0]).recent == [all[1], all[0], all[2]])
        #expect(try chat.store.drawerUse(on: chat.devices[1]).recent == [all[1]])
    }

    @Test func whatIsUninstalledIsForgotten() throws {
        let chat = try shared.fixture.chat()
        let all = try ids("tally", "poll")
        try chat.store.setFavourites(all, on: chat.alice)
        try chat.store.noteUse(of: all[0], at: Timestamp(rawValue: 1))
        try chat.store.endInstalls(of: all[0])
        let use = try chat.store.drawerUse(on: chat.devices[0])
        #expect(use.favourites == [all[1]] && use.recent == [])
    }
}
