import MayflyModel
import MayflyStoreSupport
import Testing

@testable import MayflyStore

/// The embedded provider of session states, on a real database.
@Suite struct SessionStateStoreTests {
    private func key(_ chat: Chat, _ session: SessionID = SessionID(), of id: String = "org.example.tally") throws
        -> SessionStateKey
    {
        let extensionID = try #require(ExtensionID(rawValue: id))
        _ = try chat.store.install(of: extensionID, on: chat.alice)
        return SessionStateKey(conversation: chat.id, extensionID: extensionID, session: session)
    }

    @Test func aVersionIsNeverGivenTwice() async throws {
        let fixture = StoreFixture()
        let chat = try fixture.chat()
        let key = try key(chat)
        #expect(try await chat.store.replaceSessionState(key, expecting: 0, with: [1]) == .stored(version: 1))
        #expect(try await chat.store.replaceSessionState(key, expecting: 1, with: []) == .stored(version: 0))
        #expect(try await chat.store.sessionState(key) == .none)
        // A writer that expects version 1 must conflict with the newer state.
        #expect(try await chat.store.replaceSessionState(key, expecting: 0, with: [2]) == .stored(version: 2))
        let late = try await chat.store.replaceSessionState(key, expecting: 1, with: [3])
        #expect(late == .conflict(SessionState(version: 2, bytes: [2])))
    }

    @Test func removingWhatIsNotThereChangesNothing() async throws {
        let fixture = StoreFixture()
        let chat = try fixture.chat()
        let key = try key(chat)
        #expect(try await chat.store.replaceSessionState(key, expecting: 0, with: []) == .stored(version: 0))
        #expect(try await chat.store.replaceSessionState(key, expecting: 5, with: []) == .conflict(.none))
    }

    @Test func aRemovedStateMakesRoom() async throws {
        let fixture = StoreFixture()
        let chat = try fixture.chat()
        let sessions = (0..<SessionState.mostSessions).map { _ in SessionID() }
        for session in sessions {
            _ = try await chat.store.replaceSessionState(try key(chat, session), expecting: 0, with: [1])
        }
        let surplus = try key(chat)
        let error = await #expect(throws: MessageError.self) {
            try await chat.store.replaceSessionState(surplus, expecting: 0, with: [1])
        }
        #expect(error?.code == .quotaExceeded)
        #expect(error?.message.contains("256 sessions") == true)
        #expect(try await chat.store.sessionState(surplus) == .none)
        // Existing states can still be changed, and another extension has its own limit.
        let first = try key(chat, sessions[0])
        #expect(try await chat.store.replaceSessionState(first, expecting: 1, with: [2]) == .stored(version: 257))
        let other = try key(chat, of: "org.example.other")
        #expect(try await chat.store.replaceSessionState(other, expecting: 0, with: [1]) == .stored(version: 1))
        _ = try await chat.store.replaceSessionState(first, expecting: 257, with: [])
        #expect(try await chat.store.replaceSessionState(surplus, expecting: 0, with: [1]) == .stored(version: 258))
    }

    /// The session is what the extension says, so that a state that stays would be a mark on the person.
    @Test func nothingStaysWhenTheExtensionIsUninstalled() async throws {
        let fixture = StoreFixture()
        let chat = try fixture.chat()
        let (key, other) = (try key(chat), try key(chat, of: "org.example.other"))
        for key in [key, other] {
            #expect(try await chat.store.replaceSessionState(key, expecting: 0, with: [1]) == .stored(version: 1))
        }
        try chat.store.forget(key.extensionID) {}
        #expect(try await chat.store.sessionState(key) == .none)
        #expect(try await chat.store.sessionState(other) == SessionState(version: 1, bytes: [1]))
        _ = try chat.store.install(of: key.extensionID, on: chat.bob)
        // Nor do the versions tell of earlier states.
        #expect(try await chat.store.replaceSessionState(key, expecting: 0, with: [2]) == .stored(version: 1))
    }

    /// A worker writes while its extension is uninstalled.
    @Test func withoutAnInstallNothingIsWritten() async throws {
        let fixture = StoreFixture()
        let chat = try fixture.chat()
        let key = try key(chat)
        try chat.store.forget(key.extensionID) {}
        let error = await #expect(throws: MayflyError.self) {
            try await chat.store.replaceSessionState(key, expecting: 0, with: [1])
        }
        #expect(error?.code == .notPossibleNow)
        #expect(try await chat.store.sessionState(key) == .none)
    }

    /// Each writer has its own connection, like two processes.
    @Test func ofManyWritersThatExpectTheSameOneWins() async throws {
        let fixture = StoreFixture()
        let chat = try fixture.chat()
        let stores = [chat.store, try fixture.open()]
        let key = try key(chat)
        let writes = try await withThrowingTaskGroup(of: SessionStateWrite.self) { group in
            for number in 0..<20 {
                let store = stores[number % 2]
                group.addTask { try await store.replaceSessionState(key, expecting: 0, with: [UInt8(number)]) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let state = try await stores[1].sessionState(key)
        #expect(state.version == 1)
        #expect(writes.filter { $0 == .stored(version: 1) }.count == 1)
        #expect(writes.filter { $0 == .conflict(state) }.count == 19)
    }

    @Test func anUnknownConversationIsRefused() async throws {
        let fixture = StoreFixture()
        let chat = try fixture.chat()
        let id = try #require(ExtensionID(rawValue: "org.example.tally"))
        _ = try chat.store.install(of: id, on: chat.alice)
        let key = SessionStateKey(conversation: ConversationID(), extensionID: id, session: SessionID())
        let error = await #expect(throws: MayflyError.self) {
            try await chat.store.replaceSessionState(key, expecting: 0, with: [1])
        }
        #expect(error?.code == .store)
    }
}
