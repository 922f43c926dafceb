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

    /// Where it lies on a bubble; nil for what has a row of its own.
    public var placement: StickerPlacement? {
        guard case .sticker(let sticker) = content else { return nil }
        return sticker.placement
    }

    /// The item as it is from the moment in which sending begins: neither pending nor failed (C-138, C-139).
    package var settingOff: Item {
        var item = self
        item.updateMessage { message in
            message.isPending = false
            message.error = nil
        }
        return item
    }

    /// Takes away what a person could read or see. Who sent it, with what and in which session stays.
    mutating func erase() {
        switch content {
        case .interactive(let message): content = .interactive(InteractiveMessage(session: message.session))
        case .sticker, .attachment, .text: content = .text("")
        }
        updateMessage { [sender] in
            $0.sender = sender
            $0.isPending = false
        }
    }

    /// Changes an interactive message in place; leaves other content alone.
    mutating func updateMessage(_ change: (inout InteractiveMessage) -> Void) {
        guard case .interactive(var message) = content else { return }
        change(&message)
        content = .interactive(message)
    }
}
