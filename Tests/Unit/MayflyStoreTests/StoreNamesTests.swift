import MayflyModel
import MayflyStoreSupport
import Testing

@testable import MayflyStore

@Suite struct StoreNamesTests {
    private func code(_ body: () throws -> Void) -> MayflyError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? MayflyError)?.code
        }
    }

    @Test(arguments: ["a", "Zoë's".replacing("'", with: "-"), "Anna B. 2", "नमस्ते", String(repeating: "x", count: 64)])
    func takesNames(name: String) throws {
        let fixture = StoreFixture()
        let store = try fixture.open()
        #expect(try store.createDevice(name).name == name)
        #expect(try store.device(named: name).name == name)
    }

    @Test(arguments: ["", " a", "a ", "a/b", "a\nb", "a\u{1B}", "$a", String(repeating: "x", count: 65)])
    func refusesOtherNames(name: String) throws {
        let fixture = StoreFixture()
        let store = try fixture.open()
        #expect(code { _ = try store.createDevice(name) } == .invalidName)
        #expect(code { _ = try store.createConversation(name, with: []) } == .invalidName)
        #expect(try store.devices().isEmpty)
    }

    @Test func takesTwoWritingsOfAnAccentAsOneName() throws {
        let fixture = StoreFixture()
        let store = try fixture.open()
        let device = try store.createDevice("Zoe\u{308}")
        #expect(try store.device(named: "Zo\u{EB}") == device)
        #expect(code { _ = try store.createDevice("Zo\u{EB}") } == .alreadyExists)
    }

    @Test func namesWhatIsKnownInsteadOfAnUnknownName() throws {
        let fixture = StoreFixture()
        let chat = try fixture.chat()
        do {
            _ = try chat.store.device(named: "carol\u{1B}")
            Issue.record("an unknown device was found")
        } catch {
            #expect(error.code == .unknownDevice)
            #expect(error.message.contains("alice, bob"))
            #expect(!error.message.contains("\u{1B}"))
        }
        do {
            _ = try chat.store.conversation(named: "other")
            Issue.record("an unknown conversation was found")
        } catch {
            #expect(error.code == .unknownConversation)
            #expect(error.message.contains("known conversations: chat"))
        }
    }

    @Test func refusesConversationsThatAreNone() throws {
        let fixture = StoreFixture()
        let store = try fixture.chat().store
        #expect(code { _ = try store.createConversation("chat", with: ["alice", "bob"]) } == .alreadyExists)
        #expect(code { _ = try store.createConversation("solo", with: ["alice"]) } == .invalidInput)
        #expect(code { _ = try store.createConversation("twin", with: ["bob", "bob"]) } == .invalidInput)
        #expect(code { _ = try store.createConversation("far", with: ["alice", "zoe"]) } == .unknownDevice)
        #expect(try store.conversations().map(\.name) == ["chat"])
    }

    @Test func keepsTheOrderOfMembers() throws {
        let fixture = StoreFixture()
        let chat = try fixture.chat(["carol", "alice", "bob"])
        #expect(try chat.store.members(of: chat.id).map(\.name) == ["carol", "alice", "bob"])
        #expect(code { _ = try chat.store.members(of: ConversationID()) } == .unknownConversation)
    }
}
