public import MayflyModel

/// Whose state: the same session of another extension or conversation has another one (D-24).
public struct SessionStateKey: Sendable, Hashable {
    public let conversation: ConversationID
    public let extensionID: ExtensionID
    public let session: SessionID

    public init(conversation: ConversationID, extensionID: ExtensionID, session: SessionID) {
        self.conversation = conversation
        self.extensionID = extensionID
        self.session = session
    }
}
