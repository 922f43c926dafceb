import GRDB
import MayflyModel
import MayflyStoreSupport
import Synchronization
import Testing

@testable import MayflyStore

/// A long text goes to the members of a large conversation in several transactions, so that others can write between them.
@Suite struct HandOverTests {
    private let shared = SharedStoreFixture()
    private let chat: Chat

    init() throws { chat = try shared.fixture.chat(["alice", "bob"] + (0..<8).map { "member \($0)" }) }

    private final class Commits: TransactionObserver, Sendable {
        private let counted = Atomic(0)

        var count: Int { counted.load(ordering: .relaxed) }

        func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }
        func databaseDidChange(with event: DatabaseEvent) {}
        func databaseDidCommit(_ db: Database) { counted.wrappingAdd(1, ordering: .relaxed) }
        func databaseDidRollback(_ db: Database) {}
    }

    private func commits(_ body: () throws -> Void) throws -> Int {
        let commits = Commits()
        chat.store.pool.add(transactionObserver: commits, extent: .observerLifetime)
        try body()
        return commits.count
    }

    private func send(_ text: String) throws -> Envelope {
        try chat.store.send([chat.text(text, from: chat.alice)], in: chat.id, from: chat.alice).envelope
    }

    @Test func aShortTextIsThereForAllAtOnce() throws {
        let envelope = try send("short")
        #expect(try commits { try chat.store.handOver(envelope) } == 1)
        for device in chat.devices.dropFirst() { #expect(try chat.rows(device.id) == ["short"]) }
    }

    @Test func aLongTextGoesToAFewAtATime() throws {
        let text = String(repeating: "x", count: 400_000)
        let envelope = try send(text)
        // Two of nine at a time.
        #expect(try commits { try chat.store.handOver(envelope) } == 5)
        for device in chat.devices.dropFirst() { #expect(try chat.rows(device.id) == [text]) }
        #expect(try chat.store.pendingEnvelopes().isEmpty)
    }

    /// Many small things are bounded by their number.
    @Test func manyItemsGoToAFewAtATime() throws {
        let items = (0..<100).map { chat.text("\($0)", from: chat.alice) }
        let envelope = try chat.store.send(items, in: chat.id, from: chat.alice).envelope
        // Two of nine at a time.
        #expect(try commits { try chat.store.handOver(envelope) } == 5)
        for device in chat.devices.dropFirst() { #expect(try chat.store.log(of: chat.id, on: device.id).count == 100) }
    }

    /// A host was killed when some had it.
    @Test func whoHasItAlreadyDoesNotGetItAgain() throws {
        let text = String(repeating: "x", count: 400_000)
        let envelope = try send(text)
        for device in chat.devices[1...3] {
            _ = try chat.store.append(envelope.items.map(ConversationEvent.received), to: chat.id, on: device.id)
        }
        try chat.store.handOver(envelope)
        for device in chat.devices.dropFirst() { #expect(try chat.rows(device.id) == [text]) }
    }

    /// What one of them cannot take comes to none, however many are served at a time.
    @Test(arguments: [5, 400_000]) func whatOneRefusesComesToNone(length: Int) throws {
        let envelope = try send(String(repeating: "x", count: length))
        let last = try #require(chat.devices.last)
        let same = Item(id: envelope.items[0].id, sender: last.owner, content: .text("mine"))
        _ = try chat.store.append([.received(same)], to: chat.id, on: last.id)
        #expect(throws: MayflyError.self) { try chat.store.handOver(envelope) }
        for device in chat.devices.dropFirst().dropLast() { #expect(try chat.rows(device.id).isEmpty) }
        #expect(try chat.store.isPending(envelope.id))
    }
}
