import GRDB
import MayflyModel
import MayflyStoreSupport
import Testing

@testable import MayflyHost
@testable import MayflyStore

/// What alice's window shows of her conversation with bob, in a real store and in virtual time.
@Suite struct SeenConversationTests {
    private let fixture: WindowFixture
    /// A value for each message whose time is over.
    private let expiries: AsyncStream<Void>
    private let expiry: AsyncStream<Void>.Continuation

    init() throws {
        fixture = try WindowFixture()
        (expiries, expiry) = AsyncStream<Void>.makeStream()
    }

    private var chat: Chat { fixture.chat }

    private func open() throws -> SeenConversation {
        try SeenConversation(fixture.scope) { [expiry] in expiry.yield() }
    }

    private func log() throws -> [ConversationEvent] { try chat.store.log(of: chat.id, on: chat.alice) }

    private func rows(_ seen: SeenConversation) -> [String] {
        seen.page.entries.map { $0.item?.message?.url ?? $0.item?.spokenText { _ in "" } ?? "summary" }
    }

    private func expect(_ code: MayflyError.Code, _ part: String, of body: () throws -> Void) {
        let error = #expect(throws: MayflyError.self) { try body() }
        #expect(error?.code == code)
        #expect(error?.message.contains(part) == true)
    }

    // MARK: Changes

    @Test func announcesOnlyWhatChanged() throws {
        let seen = try open()
        _ = try seen.append([.staged(chat.text("hello", from: chat.alice))])
        #expect(fixture.announced == ["draft 'hello'"])
        _ = try seen.append([.received(chat.text("hi", from: chat.bob))])
        #expect(fixture.announced == ["draft 'hello'", "transcript of 1"])
        _ = try seen.append([])
        _ = try seen.catchUp()
        #expect(fixture.announced.count == 2)
        #expect(seen.draft.text == "hello")
        #expect(rows(seen) == ["hi"])
    }

    /// After a long stop of the host any number can have arrived.
    @Test func readsAPartOfWhatArrivedAtEachLook() async throws {
        let seen = try open()
        let long = String(repeating: "x", count: 150_000)
        let sent = try (1...10).map { try chat.message("\($0)" + long, in: nil, from: chat.bob) }
        for item in sent { _ = try chat.store.append([.received(item)], to: chat.id, on: chat.alice) }
        var (arrived, looks) = ([Item](), [Int]())
        repeat {
            let part = try seen.catchUp().arrived
            (arrived, looks) = (arrived + part, looks + [part.count])
        } while !seen.isCurrent(at: try chat.store.glance(at: chat.id, on: chat.alice, running: nil, pack: nil))
        #expect(looks == [3, 3, 3, 1])
        #expect(arrived.map(\.id) == sent.map(\.id))
        // Each look but the last has asked for the next one.
        expiry.finish()
        let asked = await expiries.reduce(0) { count, _ in count + 1 }
        #expect(asked == 3)
    }

    @Test func showsWhatOthersAddedWithItsOwn() throws {
        let seen = try open()
        try chat.exchange([chat.text("first", from: chat.bob)], from: chat.bob)
        #expect(rows(seen).isEmpty)
        _ = try seen.append([.received(chat.text("second", from: chat.bob))])
        #expect(rows(seen) == ["first", "second"])
    }

    @Test func sendsWhatIsInTheFieldAndEmptiesIt() throws {
        let seen = try open()
        let item = chat.text("hello", from: chat.alice)
        _ = try seen.append([.staged(item)])
        let (departure, change) = try seen.sendDraft(seen.draft.id)
        #expect(departure.envelope.items == [item])
        #expect(try chat.store.pendingEnvelopes() == [departure.envelope])
        #expect(change.arrived.isEmpty)
        #expect(seen.draft.isEmpty)
        #expect(fixture.announced == ["draft 'hello'", "draft ''", "transcript of 1"])
        expect(.notPossibleNow, "nothing to send") { _ = try seen.sendDraft(seen.draft.id) }
    }

    @Test func sendsItemsBesideTheField() throws {
        let seen = try open()
        _ = try seen.append([.staged(chat.text("draft", from: chat.alice))])
        let item = chat.text("at once", from: chat.alice)
        #expect(try seen.send([item]).departure.envelope.items == [item])
        #expect(seen.draft.text == "draft")
        #expect(rows(seen) == ["at once"])
    }

    // MARK: Arrivals

    @Test func tellsOnceOfEachMessageThatArrived() throws {
        let seen = try open()
        let session = SessionID()
        let messages = try ["one", "two"].map { try chat.message($0, in: session, from: chat.bob) }
        try chat.exchange(messages + [chat.text("text", from: chat.bob)], from: chat.bob)
        // The second one has collapsed the first.
        #expect(try seen.catchUp().arrived.map(\.id) == messages.map(\.id))
        #expect(rows(seen) == ["summary", "?x=two", "text"])
        #expect(try seen.catchUp().arrived.isEmpty)
    }

    @Test func whatThePersonSentElsewhereIsNoArrival() throws {
        let seen = try open()
        let item = try chat.message("mine", in: nil, from: chat.alice)
        _ = try chat.store.append([.received(item)], to: chat.id, on: chat.alice)
        #expect(try seen.catchUp().arrived.isEmpty)
        #expect(rows(seen) == ["?x=mine"])
    }

    // MARK: Rows by their numbers

    @Test func findsRowsOnThePageAndAboveIt() throws {
        let session = SessionID()
        let messages = try ["one", "two"].map { try chat.message($0, in: session, from: chat.bob) }
        let texts = (0..<TranscriptPage.usualLength).map { chat.text("\($0)", from: chat.bob) }
        try chat.exchange(messages + texts, from: chat.bob)
        let seen = try open()
        #expect(seen.page.firstNumber == 3)
        #expect(try seen.page(before: seen.page).entries.map(\.itemID) == messages.map(\.id))
        for (index, item) in (messages + texts).enumerated() {
            #expect(try seen.number(of: item.id) == index + 1)
            #expect(try seen.entry(number: index + 1)?.itemID == item.id)
        }
        #expect(try seen.entry(number: 53) == nil)

        #expect(try seen.bubble(2, shown: nil).item.id == messages[1].id)
        expect(.notPossibleNow, "entry 1 ") { _ = try seen.bubble(1, shown: nil) }
        expect(.unknownMessage, "no entry 53; the transcript has 52") { _ = try seen.bubble(53, shown: nil) }
    }

    // MARK: Messages that expire

    private func secret(from device: DeviceID) -> Item {
        var message = InteractiveMessage(url: "?secret")
        message.shouldExpire = true
        return Item(sender: device.ownPerson, content: .interactive(message))
    }

    /// When a message expires that is read now.
    private var end: Timestamp { Timestamp(rawValue: 0).advanced(by: Policy().expiry) }

    @Test func aMessageThatExpiresIsReadWhenItIsShown() async throws {
        let item = secret(from: chat.bob)
        try chat.exchange([item], from: chat.bob)
        let seen = try open()
        #expect(try log() == [.received(item.settingOff)], "it is not shown yet")

        let change = seen.begin()
        #expect(change.failures.isEmpty)
        #expect(try log().dropFirst() == [.willExpire([item.id], at: end)])
        #expect(seen.page.entries.first?.bubble?.expiry == .due(end))
        _ = seen.begin()
        #expect(try log().count == 2, "it is read once")

        var waits = fixture.clock.waits.makeAsyncIterator()
        #expect(await waits.next() == end)
        fixture.clock.reach(end)
        var firings = expiries.makeAsyncIterator()
        #expect(await firings.next() != nil)
        #expect(rows(seen) == ["?secret"], "the owner of the conversation catches up, and only then it is gone")
        _ = try seen.catchUp()
        #expect(rows(seen).isEmpty)
        #expect(try log().last == .expired([item.id]))
        await seen.stop()
    }

    @Test func aMessageThatArrivesIsReadAtOnce() async throws {
        let seen = try open()
        let item = secret(from: chat.bob)
        try chat.exchange([item], from: chat.bob)
        #expect(try seen.catchUp().arrived.map(\.id) == [item.id])
        #expect(try log().last == .willExpire([item.id], at: end))
        var waits = fixture.clock.waits.makeAsyncIterator()
        #expect(await waits.next() == end)
        await seen.stop()
        #expect(await waits.next() == .some(nil), "stop has cancelled the wait")
    }

    /// Another program writes the second one while it is written down that the first one was read.
    @Test func arrivalsKeepTheirOrderWhereOneOfThemExpires() async throws {
        let seen = try open()
        let first = secret(from: chat.bob)
        let second = Item(sender: chat.bob.ownPerson, content: .interactive(InteractiveMessage(url: "?second")))
        try chat.exchange([first], from: chat.bob)
        fixture.interruptNextTranscript { [chat] in try chat.exchange([second], from: chat.bob) }
        #expect(try seen.catchUp().arrived.map(\.id) == [first.id, second.id])
        await seen.stop()
    }

    @Test func waitsForWhatWasReadInAnEarlierWindow() async throws {
        let item = secret(from: chat.bob)
        _ = try chat.store.append([.received(item), .willExpire([item.id], at: end)], to: chat.id, on: chat.alice)
        let seen = try open()
        _ = seen.begin()
        #expect(try log().count == 2, "it is not read again")
        var waits = fixture.clock.waits.makeAsyncIterator()
        #expect(await waits.next() == end)
        await seen.stop()
    }

    @Test func whatExpiredWhileNoWindowWasOpenIsGoneWhenOneOpens() async throws {
        let item = secret(from: chat.bob)
        _ = try chat.store.append([.received(item), .willExpire([item.id], at: end)], to: chat.id, on: chat.alice)
        fixture.clock.reach(end)
        let seen = try open()
        #expect(rows(seen).isEmpty)
        #expect(try log().last == .expired([item.id]))
    }

    @Test func waitsForNothingAfterItIsClosed() async throws {
        try chat.exchange([secret(from: chat.bob)], from: chat.bob)
        let seen = try open()
        seen.close()
        _ = seen.begin()
        #expect(seen.page.entries.first?.bubble?.expiry == .due(end))
        await seen.stop()
        fixture.clock.finish()
        var waits = fixture.clock.waits.makeAsyncIterator()
        #expect(await waits.next() == nil)
    }

    @Test func rowsAboveThePageAreReadOnlyWhenThatIsSaid() async throws {
        let texts = (0..<TranscriptPage.usualLength).map { chat.text("\($0)", from: chat.bob) }
        let item = secret(from: chat.bob)
        try chat.exchange([item] + texts, from: chat.bob)
        let seen = try open()
        _ = seen.begin()
        let earlier = try seen.page(before: seen.page)
        #expect(SeenConversation.unread(earlier.entries) == [item.id])
        #expect(try log().count == 51)
        _ = seen.read(earlier.entries)
        #expect(try log().last == .willExpire([item.id], at: end))
        #expect(SeenConversation.unread(try seen.page(before: seen.page).entries).isEmpty)
        await seen.stop()
    }

    @Test func onlyOthersMessagesThatExpireAndWereNotReadAreUnread() {
        let (expiring, plain) = (secret(from: chat.bob), chat.text("text", from: chat.bob))
        let unread = Bubble(expiring, .received)
        let entries: [TranscriptEntry] = [
            .bubble(Bubble(plain, .received)), .bubble(Bubble(expiring, .sent)),
            .bubble(Bubble(expiring, .received, expiry: .due(end))),
            .bubble(Bubble(expiring, .received, expiry: .kept)), .bubble(unread),
        ]
        #expect(SeenConversation.unread(entries) == [expiring.id])
    }

    @Test func showsAMessageAlsoWhereItCannotBeWrittenThatItWasRead() throws {
        try chat.exchange([secret(from: chat.bob)], from: chat.bob)
        let seen = try open()
        try chat.store.write { db in
            try db.execute(
                sql: """
                    CREATE TRIGGER event_is_full BEFORE INSERT ON event
                        BEGIN SELECT RAISE(ABORT, 'no more events'); END
                    """
            )
        }
        let change = seen.begin()
        #expect(change.failures.count == 1)
        #expect(change.failures.first?.hasPrefix("that a message was read cannot be written down: ") == true)
        #expect(change.failures.first?.contains("no more events") == true)
        #expect(rows(seen) == ["?secret"])
    }
}
