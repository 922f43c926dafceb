import CMayfly
import Synchronization
import Testing

@testable import MayflyExtension

/// The Swift interface of sessions and gestures.
@Suite struct SessionTests {
    private let session = Session(identifier: Identifier(high: 1, low: 2))

    private func withConversation(of host: FakeHost, _ body: (Conversation) throws -> Void) throws {
        defer { host.end() }
        var conversation = mayfly_conversation()
        conversation.size = statedSize(mayfly_conversation.self)
        try body(try #require(Conversation(&conversation, host: HostConnection(host.pointer))))
    }

    @Test func aPageHasItsMessagesHoweverLargeTheHostMakesThem() throws {
        try withConversation(of: FakeHost()) { conversation in
            let answer = Kept<Result<SessionPage, MessageError>>()
            try conversation.readSession(skip: 3) { answer.value = $0 }
            let page = try #require(try answer.value?.get())
            #expect(page.messages.map(\.shouldExpire) == [false, true, false])
            #expect(page.hasOlder)
            try conversation.readSession(skip: 0, limit: 5) { answer.value = $0 }
            #expect(try answer.value?.get() == SessionPage(messages: [], hasOlder: false))
            try conversation.readSession(limit: 9) { answer.value = $0 }
            #expect(throws: MessageError.self) { try answer.value?.get() }
        }
    }

    @Test func aStateComesWithItsVersionAndBytes() throws {
        try withConversation(of: FakeHost()) { conversation in
            let answer = Kept<Result<SessionState, MessageError>>()
            try conversation.readState(of: session) { answer.value = $0 }
            let expected = [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2] as [UInt8]
            #expect(try answer.value?.get() == SessionState(version: 4, bytes: expected))
        }
    }

    @Test func aWriteIsStoredOrMeetsAnotherOrFails() throws {
        try withConversation(of: FakeHost()) { conversation in
            let answer = Kept<Result<SessionStateWrite, MessageError>>()
            try conversation.writeState([1, 2], of: session, expecting: 4) { answer.value = $0 }
            #expect(try answer.value?.get() == .stored(version: 7))
            try conversation.writeState([1, 2], of: session, expecting: 3) { answer.value = $0 }
            #expect(try answer.value?.get() == .conflict(SessionState(version: 4, bytes: [1, 2])))
            try conversation.writeState([], of: session, expecting: 99) { answer.value = $0 }
            guard case .failure(let error) = answer.value else {
                Issue.record("There was no failure")
                return
            }
            #expect(error.code == .quotaExceeded)
        }
    }

    @Test func anOlderHostThrowsThere() throws {
        try withConversation(of: FakeHost(isOlder: true)) { conversation in
            let session = session
            let page = #expect(throws: MessageError.self) {
                try conversation.readSession { _ in Issue.record("The completion was called") }
            }
            #expect(page?.message == "This host has no read_session")
            let state = #expect(throws: MessageError.self) {
                try conversation.readState(of: session) { _ in Issue.record("The completion was called") }
            }
            #expect(state?.message == "This host has no get_state")
            let write = #expect(throws: MessageError.self) {
                try conversation.writeState([1], of: session, expecting: 0)
            }
            #expect(write?.message == "This host has no put_state")
        }
    }

    @Test func swipesReachTheMethod() throws {
        let id = "mayfly.gestures/1"
        let table = CallMemory.lending { Callbacks.ability(nil, $0.text(id)) }
        let gestures = try #require(sized(table, as: mayfly_gesture_delegate.self))
        let host = FakeHost()
        defer { host.end() }
        let swiper = Swiper(Launch.of(host))
        let context = Unmanaged<MessageExtension>.passUnretained(swiper).toOpaque()
        var state = mayfly_state()
        state.size = statedSize(mayfly_state.self)
        for direction in [0, 1, 2] as [Int32] { gestures.did_swipe?(context, &state, direction) }
        // A direction other than left and right is ignored.
        #expect(swiper.swipes == [.left, .right])
    }
}

private final class Swiper: MessageExtension {
    var swipes: [SwipeDirection] = []

    override func didSwipe(_ direction: SwipeDirection) { swipes.append(direction) }
}

/// The last argument of a completion.
private final class Kept<Value: Sendable>: Sendable {
    private let kept = Mutex<Value?>(nil)

    var value: Value? {
        get { kept.withLock(\.self) }
        set { kept.withLock { $0 = newValue } }
    }
}
