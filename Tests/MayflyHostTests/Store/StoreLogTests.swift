import Dispatch
import Foundation
import MayflyModel
import Synchronization
import Testing

@testable import MayflyHost

@Suite struct StoreLogTests {
    @Test func tellsAWriterWhatOthersWroteBefore() throws {
        let fixture = StoreFixture()
        let chat = try fixture.chat()
        let other = try fixture.open()
        var fold = try chat.store.load(chat.id, on: chat.alice)
        let theirs = ConversationEvent.staged(chat.text("theirs ", from: chat.alice))
        let mine = ConversationEvent.staged(chat.text("mine", from: chat.alice))
        _ = try other.append([theirs], to: chat.id, on: chat.alice, after: 0)
        let events = try chat.store.append([mine], to: chat.id, on: chat.alice, after: fold.lastSeq)
        #expect(events == [LoggedEvent(seq: 1, event: theirs), LoggedEvent(seq: 2, event: mine)])
        fold.apply(events)
        #expect(fold.state.draft.text == "theirs mine")
        #expect(try other.load(chat.id, on: chat.alice) == fold)
        #expect(try other.changes(in: chat.id, on: chat.alice, after: 1).map(\.event) == [mine])
    }

    @Test func passesOverEventsThatAreInTheFoldAlready() throws {
        let fixture = StoreFixture()
        let chat = try fixture.chat()
        let event = ConversationEvent.staged(chat.text("once", from: chat.alice))
        let events = try chat.store.append([event], to: chat.id, on: chat.alice, after: 0)
        var fold = ConversationFold()
        fold.apply(events)
        fold.apply(events)
        #expect(fold.state.draft.text == "once")
    }

    @Test func keepsDevicesApart() throws {
        let fixture = StoreFixture()
        let chat = try fixture.chat()
        _ = try chat.store.append([.cleared], to: chat.id, on: chat.alice, after: 0)
        #expect(try chat.store.load(chat.id, on: chat.bob).lastSeq == 0)
    }

    @Test func refusesADeviceThatIsNoMember() throws {
        let fixture = StoreFixture()
        let chat = try fixture.chat()
        let stranger = try chat.store.createDevice("mallory").id
        #expect(throws: MayflyError.self) { try chat.store.load(chat.id, on: stranger) }
        #expect(throws: MayflyError.self) {
            try chat.store.append([.cleared], to: chat.id, on: stranger, after: 0)
        }
        #expect(throws: MayflyError.self) {
            try chat.store.send([chat.text("x", from: stranger)], in: chat.id, from: stranger, after: 0)
        }
    }

    @Test func losesNoEventOfConcurrentWriters() async throws {
        let fixture = StoreFixture()
        let chat = try fixture.chat()
        let stores = [chat.store, try fixture.open(), try fixture.open()]
        let perWriter = 40
        let folds = try await withThrowingTaskGroup(of: ConversationFold.self) { group in
            for (writer, store) in stores.enumerated() {
                group.addTask {
                    var fold = ConversationFold()
                    for number in 0..<perWriter {
                        let item = chat.text("\(writer):\(number) ", from: chat.alice)
                        fold.apply(
                            try store.append([.staged(item)], to: chat.id, on: chat.alice, after: fold.lastSeq)
                        )
                    }
                    fold.apply(try store.changes(in: chat.id, on: chat.alice, after: fold.lastSeq))
                    return fold
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let whole = try chat.store.load(chat.id, on: chat.alice)
        #expect(whole.lastSeq == stores.count * perWriter)
        let words = whole.state.draft.text.split(separator: " ")
        #expect(Set(words).count == stores.count * perWriter)
        for fold in folds { #expect(whole.state.draft.text.hasPrefix(fold.state.draft.text)) }
    }

    @Test(arguments: 0..<10) func opensOneNewFileFromManySidesAtOnce(round: Int) throws {
        let fixture = StoreFixture()
        let home = fixture.home
        let names = (0..<6).map { "device \(round) \($0)" }
        let errors = inThreads(names.count) { index in _ = try Store(home: home).createDevice(names[index]) }
        #expect(errors.isEmpty, "\(errors)")
        #expect(try fixture.open().devices().map(\.name) == names)
    }

    /// Runs the body in as many threads as asked for, whatever the machine has, and gives what was thrown.
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
