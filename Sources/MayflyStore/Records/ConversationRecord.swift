public import MayflyModel

/// A chat, without its log.
public struct ConversationRecord: Sendable, Hashable {
    public let id: ConversationID
    /// Unique among the conversations of a home folder.
    public let name: String

    public init(id: ConversationID, name: String) {
        self.id = id
        self.name = name
    }
}
