/// One thing in an input field or a transcript.
public struct Item: Sendable, Hashable, Codable, Identifiable {
    public let id: ItemID
    public let sender: ParticipantID
    /// An interactive message in it names the same sender as the item.
    public internal(set) var content: ItemContent
    /// Nil for what a person typed.
    public let origin: Origin?

    /// Writes the sender into an interactive message: from here on it has one (C-198).
    public init(id: ItemID = ItemID(), sender: ParticipantID, content: ItemContent, origin: Origin? = nil) {
        self.id = id
        self.sender = sender
        self.origin = origin
        self.content = content
        updateMessage { $0.sender = sender }
    }

    /// The interactive message; nil for other content.
    public var message: InteractiveMessage? {
        guard case .interactive(let message) = content else { return nil }
        return message
    }

    /// What a later message must share to replace this one; nil for what nothing replaces.
    public var sessionScope: SessionScope? {
        guard let session = message?.session, let origin else { return nil }
        return SessionScope(extensionID: origin.extensionID, session: session)
    }

    /// Changes an interactive message in place; leaves other content alone.
    mutating func updateMessage(_ change: (inout InteractiveMessage) -> Void) {
        guard case .interactive(var message) = content else { return }
        change(&message)
        content = .interactive(message)
    }
}
