import Foundation
import MayflyCommands
import MayflyHost
import MayflyModel
import MayflyProtocol
import MayflyStore
import Testing

/// What the audit says of a field that was shown: its events do not stay in the log.
@Suite struct HomeAuditTests {
    private static let person = ParticipantID()
    private static let message = Item(sender: person, content: .interactive(InteractiveMessage(url: "?x")))

    /// What is wrong with the home of alice, whose log has these changes, and whose program showed these fields. `fields` gets the
    /// states of the field, from the empty one on.
    private func problems(
        after changes: [ConversationEvent] = [.typed("one", by: person), .staged(message), .cleared],
        _ fields: ([Draft]) -> [Draft]
    ) throws -> [String] {
        let home = HomeFolder(path: NSTemporaryDirectory() + "mayfly-audit-\(UUID())")
        defer { try? FileManager.default.removeItem(atPath: home.path) }
        let store = try Store(home: home)
        let alice = try store.createDevice("alice")
        _ = try store.createDevice("bob")
        let chat = try store.createConversation("chat", with: ["alice", "bob"])
        var states = [Draft()]
        for event in changes {
            states.append(try store.append([event], to: chat.id, on: alice.id).draft)
        }
        var audit = try HomeAudit(home: home.path, conversation: "chat", extensions: [:])
        let names = audit.names
        try audit.checkTrail(fields(states).map { Shapes.event.json(.draft($0), names).line }, of: alice, since: nil)
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

    /// The message was shown, and two changes that were not shown follow: neither of them takes it away.
    @Test func aLostItemIsFoundAlsoWhereAChangeFollows() throws {
        let changes = ["one", " two", " three"].map { ConversationEvent.typed($0, by: Self.person) }
        let found = try problems(after: changes) { states in
            var lost = states[1]
            lost.apply(.staged(Self.message))
            return [states[1], lost]
        }
        #expect(found == ["alice: what was shown and what is in the field need 4 changes, of 3"])
        // One that was taken away is not lost.
        let cancelled = [changes[0], .staged(Self.message), .cancelledMessage(Self.message.id), changes[1]]
        #expect(try problems(after: cancelled) { Array($0.prefix(3)) } == [])
    }

    @Test func whatIsSentOrClearedIsNotLost() throws {
        let text = Item(sender: Self.person, content: .text("one"))
        let staged: [ConversationEvent] = [.staged(text), .staged(Self.message)]
        for end in [ConversationEvent.sent([Self.message, text]), .cleared] {
            let changes = staged + [end, .typed("next", by: Self.person)]
            #expect(try problems(after: changes) { Array($0.prefix(3)) } == [])
        }
    }
}
