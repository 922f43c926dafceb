import GRDB
import MayflyModel
import MayflyStoreSupport
import MayflyTestSupport
import Testing

@testable import MayflyStore

/// Names and texts with very many accents take no more time than others.
@Suite struct LongNameTests {
    private static let accents = String(repeating: "\u{301}\u{316}", count: 16_384)
    private static let letters = String(repeating: "жж", count: 16_384)

    @Test(
        arguments: [
            { store, name in _ = try store.createDevice("a" + name) },
            { store, name in _ = try store.device(named: "a" + name) },
            { store, name in _ = try store.createConversation("c" + name, with: ["alice", "bob"]) },
            { store, name in _ = try store.createConversation("other", with: ["alice", "b" + name]) },
            { store, name in _ = try store.conversation(named: "c" + name) },
        ] as [@Sendable (Store, String) throws -> Void]
    )
    func areRefusedAsFastAsOthers(_ body: @Sendable (Store, String) throws -> Void) throws {
        let fixture = StoreFixture()
        let store = try fixture.chat().store
        func time(_ name: String) -> Int {
            processorTime { #expect(throws: MayflyError.self) { try body(store, name) } }
        }
        _ = time("x/")
        let (ordinary, forged) = (time(Self.letters), time(Self.accents))
        #expect(forged < 20 * ordinary, "\(forged) ns, and \(ordinary) ns for letters")
    }

    /// 64 syllables of Hangul as a file system writes them: each has three scalars, and nine bytes.
    @Test func theLongestNameIsTakenInEachForm() throws {
        let fixture = StoreFixture()
        let store = try fixture.open()
        let taken = try store.createDevice(String(repeating: "\u{1112}\u{1161}\u{11AB}", count: 64))
        #expect(taken.name.unicodeScalars.count == 64)
        #expect(try store.device(named: String(repeating: "\u{D55C}", count: 64)) == taken)
    }

    /// A window looks at an input field in which another one has changed the text.
    @Test func aChangedInputFieldIsReadAsFastAsOthers() throws {
        func time(_ text: String) throws -> Int {
            let fixture = StoreFixture()
            let chat = try fixture.chat()
            func replace(_ end: String) throws -> ConversationSnapshot {
                let item = chat.text("x" + text + end, from: chat.alice)
                return try chat.store.append([.replacedText(item)], to: chat.id, on: chat.alice)
            }
            let seen = try replace("\u{300}")
            _ = try replace("\u{302}")
            return processorTime {
                #expect(throws: Never.self) { try chat.store.look(at: chat.id, on: chat.alice, since: seen) }
            }
        }
        let (ordinary, forged) = (try time(Self.letters), try time(Self.accents))
        #expect(forged < 20 * ordinary, "\(forged) ns, and \(ordinary) ns for letters")
    }
}
