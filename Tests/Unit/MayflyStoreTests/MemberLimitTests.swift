import MayflyModel
import MayflyStoreSupport
import Testing

@testable import MayflyStore

/// How many members a conversation has, and what is found out before its transaction.
@Suite struct MemberLimitTests {
    private func failure(_ store: Store, _ name: String, _ members: [String]) -> MayflyError? {
        do throws(MayflyError) {
            _ = try store.createConversation(name, with: members)
            return nil
        } catch {
            return error
        }
    }

    @Test func aConversationHasALimitedNumberOfMembers() throws {
        let fixture = StoreFixture()
        let store = try fixture.open()
        let names = (0...Store.mostMembers).map { "d\($0)" }
        for name in names { _ = try store.createDevice(name) }
        let error = failure(store, "all", names)
        #expect(error?.code == .invalidInput)
        #expect(error?.message == "conversation 'all' needs 2 to 256 members, not 257")
        let conversation = try store.createConversation("all", with: Array(names.dropLast()))
        #expect(try store.members(of: conversation.id).count == Store.mostMembers)
    }

    /// Nobody waits for what is refused anyway: of the name of the conversation nothing is said, which only the database knows.
    @Test(arguments: [["bob", "bob"], ["alice"], ["Zoe\u{308}", "Zo\u{EB}"]])
    func membersAreCheckedBeforeTheTransaction(members: [String]) throws {
        let fixture = StoreFixture()
        let store = try fixture.chat().store
        #expect(failure(store, "chat", members)?.code == .invalidInput)
    }
}
