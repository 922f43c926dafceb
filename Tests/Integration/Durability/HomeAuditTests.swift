import Foundation
import MayflyCommands
import MayflyHost
import MayflyModel
import MayflyStore
import Testing

/// What the audit says of a field that was shown: its events do not stay in the log.
@Suite struct HomeAuditTests {
    /// What is wrong with the home of alice, whose program showed these fields. `fields` gets the states of the field, from the empty
    /// one on.
    private func problems(_ fields: ([Draft]) -> [Draft]) throws -> [String] {
        let home = HomeFolder(path: NSTemporaryDirectory() + "mayfly-audit-\(UUID())")
        defer { try? FileManager.default.removeItem(atPath: home.path) }
        let store = try Store(home: home)
        let alice = try store.createDevice("alice")
        _ = try store.createDevice("bob")
        let chat = try store.createConversation("chat", with: ["alice", "bob"])
        var states = [Draft()]
        let message = Item(sender: alice.id.owner, content: .interactive(InteractiveMessage(url: "?x")))
        for event in [.typed("one", by: alice.id.owner), .staged(message), .cleared] as [ConversationEvent] {
            states.append(try store.append([event], to: chat.id, on: alice.id).draft)
        }
        var audit = try HomeAudit(home: home.path, conversation: "chat", extensions: [:])
        let names = audit.names
        try audit.checkTrail(fields(states).map { JSONValue(.draft($0), names).line }, of: alice, since: nil)
        return audit.problems
    }

    @Test func whatWasShownAndIsThereIsNoProblem() throws {
        #expect(try problems { $0 } == [])
        #expect(try problems { states in states.flatMap { [$0, $0] } } == [], "shown twice")
        #expect(try problems { $0.dropLast() } == [], "killed before the last one was shown")
        #expect(try problems { _ in [] } == [])
    }

    @Test func aChangeThatWasShownAndIsNotInTheLogIsOne() throws {
        let found = try problems { $0 + [$0[1]] }
        #expect(found == ["alice: 4 changes of the field were shown, of 3"])
    }

    @Test func aFieldThatIsNotTheOneThatWasShownLastIsOne() throws {
        let found = try problems { [$0[1], $0[3], $0[2]] }
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix("alice: was shown, and is not in the field: ") == true)
    }
}
