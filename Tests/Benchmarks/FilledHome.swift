import Foundation
import MayflyModel
import MayflyStore

/// A home folder with one conversation of so many messages, or many conversations that have so many in all.
struct FilledHome {
    let home: HomeFolder
    let store: Store
    let alice: DeviceRecord
    let bob: DeviceRecord
    let chats: [ConversationRecord]

    /// - Parameter folder: where the home is made; the caller removes it.
    init(messages: Int, conversations: Int = 1, in folder: String) throws {
        home = HomeFolder(path: folder + "/\(messages)-in-\(conversations)")
        store = try Store(home: home)
        alice = try store.createDevice("alice")
        let bob = try store.createDevice("bob")
        self.bob = bob
        var chats: [ConversationRecord] = []
        for number in 0..<conversations {
            let chat = try store.createConversation("chat \(number)", with: ["alice", "bob"])
            let share = messages / conversations
            for start in stride(from: 0, to: share, by: 5000) {
                let events = (start..<min(start + 5000, share)).map { Self.event($0, from: bob.owner) }
                _ = try store.append(events, to: chat.id, on: alice.id)
            }
            chats.append(chat)
        }
        self.chats = chats
    }

    var chat: ConversationID { chats[0].id }

    /// What a conversation is made of: text mostly, every tenth an interactive message of one of a hundred sessions.
    static func event(_ number: Int, from sender: ParticipantID) -> ConversationEvent {
        guard number % 10 == 0, let tally = ExtensionID(rawValue: "org.mayfly.tally") else {
            return .received(Item(sender: sender, content: .text("message \(number), as long as people write")))
        }
        let session = SessionID(UUID128(bytes: Array(repeating: UInt8(number / 10 % 100), count: 16)) ?? UUID128())
        var message = InteractiveMessage(session: session, url: "?count=\(number)")
        message.summaryText = MentionText(literal: "step \(number)")
        let origin = Origin(extensionID: tally, name: "Tally")
        return .received(Item(sender: sender, content: .interactive(message), origin: origin))
    }
}
