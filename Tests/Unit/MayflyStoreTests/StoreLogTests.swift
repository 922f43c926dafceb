import Dispatch
import Foundation
import MayflyModel
import MayflyStoreSupport
import Synchronization
import Testing

@testable import MayflyStore

@Suite struct StoreLogTests {
    @Test func tellsAWriterWhatOthersWroteBefore() throws {
        let fixture = StoreFixture()
        let chat = try fixture.chat()
        let other = try fixture.open()
        let before = try chat.store.look(at: chat.id, on: chat.alice)
        let theirs = ConversationEvent.staged(chat.text("theirs ", from: chat.alice))
        let arriving = chat.text("for alice", from: chat.bob)
        let mine = ConversationEvent.staged(chat.text("mine", from: chat.alice))
        _ = try other.append([theirs, .received(arriving)], to: chat.id, on: chat.alice)
        let after = try chat.store.append([mine], to: chat.id, on: chat.alice, since: before)
        #expect(after.lastSeq == 3)
        #expect(after.draft.text == "theirs mine")
        #expect(after.arrived == [arriving])
        #expect(after.page.entries.compactMap(\.item) == [arriving])
        #expect(try other.log(of: chat.id, on: chat.alice) == [theirs, .received(arriving), mine])
        #expect(try chat.store.look(at: chat.id, on: chat.alice, since: after).arrived.isEmpty)
    }

    @Test func keepsDevicesApart() throws {
        let fixture = StoreFixture()
        let chat = try fixture.chat()
        _ = try chat.store.append([.staged(chat.text("x", from: chat.alice))], to: chat.id, on: chat.alice)
        #expect(try chat.store.look(at: chat.id, on: chat.bob).lastSeq == 0)
    }

    @Test func refusesADeviceThatIsNoMember() throws {
        let fixture = StoreFixture()
        let chat = try fixture.chat()
        let stranger = try chat.store.createDevice("mallory").id
        #expect(throws: MayflyError.self) { try chat.store.look(at: chat.id, on: stranger) }
        #expect(throws: MayflyError.self) {
            try chat.store.append([.cleared], to: chat.id, on: stranger)
        }
        #expect(throws: MayflyError.self) {
            try chat.store.send([chat.text("x", from: stranger)], in: chat.id, from: stranger)
        }
    }

    @Test func losesNoEventOfConcurrentWriters() async throws {
        let fixture = StoreFixture()
        let chat = try fixture.chat()
        let stores = [chat.store, try fixture.open(), try fixture.open()]
        let perWriter = 40
        let seen = try await withThrowingTaskGroup(of: ConversationSnapshot.self) { group in
            for (writer, store) in stores.enumerated() {
                group.addTask {
                    var seen: ConversationSnapshot?
                    for number in 0..<perWriter {
                        let item = chat.text("\(writer):\(number) ", from: chat.alice)
                        seen = try store.append([.staged(item)], to: chat.id, on: chat.alice, since: seen)
                    }
                    return try #require(seen)
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let whole = try chat.store.look(at: chat.id, on: chat.alice)
        #expect(whole.lastSeq == stores.count * perWriter)
        let words = whole.draft.text.split(separator: " ")
        #expect(Set(words).count == stores.count * perWriter)
        for snapshot in seen { #expect(whole.draft.text.hasPrefix(snapshot.draft.text)) }
    }

    @Test(arguments: 0..<10) func opensOneNewFileFromManySidesAtOnce(round: Int) throws {
        let fixture = StoreFixture()
        let home = fixture.home
        let names = (0..<6).map { "device \(round) \($0)" }
        let errors = inThreads(names.count) { index in _ = try Store(home: home).createDevice(names[index]) }
        #expect(errors.isEmpty, "\(errors)")
        #expect(try fixture.open().devices().map(\.name) == names)
    }

    /// Runs the body in this number of threads and returns the thrown errors.
    private func inThreads(_ count: Int, _ body: @escaping @Sendable (Int) throws -> Void) -> [String] {
        let errors = Mutex<[String]>([])
        let group = DispatchGroup()
        for index in 0..<count {
            group.enter()
            Thread.detachNewThread {
                defer { group.leave() }
                do {
                    try body(index)
                } catch {
                    errors.withLock { $0.append("\(error)") }
                }
            }
        }
        group.wait()
        return errors.withLock { $0 }
    }
}
