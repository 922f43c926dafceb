/// One thing in an input field or a transcript.
public struct Item: Sendable, Hashable, Codable, Identifiable {
    /// The same on all devices.
    public let id: ItemID
    /// Who staged or sent it.
    public let sender: ParticipantID
    /// An interactive message in it has the same sender as the item.
    public internal(set) var content: ItemContent
    /// The extension that it came from; nil for what the user typed.
    public internal(set) var origin: Origin?

    /// Sets the sender of an interactive message (C-198).
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

    /// A later message of the same scope replaces this one; nil for an item that nothing replaces.
    public var sessionScope: SessionScope? {
        guard let session = message?.session, let origin else { return nil }
        return SessionScope(extensionID: origin.extensionID, session: session)
    }

    /// Its position on a bubble; nil for an item with a row of its own.
    public var placement: StickerPlacement? {
        guard case .sticker(let sticker) = content else { return nil }
        return sticker.placement
    }

    /// The item in the state in which sending begins: neither pending nor failed (C-138, C-139).
    package var settingOff: Item {
        var item = self
        item.updateMessage { message in
            message.isPending = false
            message.error = nil
        }
        return item
    }

    /// Removes the content and the icon. The sender, the names and the session stay.
    mutating func erase() {
        origin?.icon = nil
        switch content {
        case .interactive(let message): content = .interactive(InteractiveMessage(session: message.session))
        case .sticker, .attachment, .text: content = .text("")
        }
        updateMessage { [sender] in
            $0.sender = sender
            $0.isPending = false
        }
    }

    /// Changes an interactive message in place; other content stays unchanged.
    mutating func updateMessage(_ change: (inout InteractiveMessage) -> Void) {
        guard case .interactive(var message) = content else { return }
        change(&message)
        content = .interactive(message)
    }
}

/// The content of an item (C-001).
public enum ItemContent: Sendable, Hashable, Codable {
    /// A bubble of an extension.
    case interactive(InteractiveMessage)
    /// A picture with a row of its own or on a bubble.
    case sticker(Sticker)
    /// A file.
    case attachment(Attachment)
    /// Plain text.
    case text(String)
}

/// The extension that an item came from. It is sent with the item, because the recipient may lack the extension (model
/// 10.4).
public struct Origin: Sendable, Hashable, Codable {
    /// The extension that made the item.
    public let extensionID: ExtensionID
    /// The extension's name on the sender's device; untrusted.
    public let name: String
    /// The extension's icon on the sender's device, of a message: a device without the extension draws it at the bubble (C-211).
    /// Untrusted; nil where the sender has none of at most `mostIconBytes`.
    public internal(set) var icon: MediaFile?

    /// The longest name of an extension in bytes: 80 characters of four.
    package static let mostNameBytes = 320
    /// The largest icon that is sent, in bytes.
    public static let mostIconBytes = 65_536

    /// The origin of items of an extension.
    public init(extensionID: ExtensionID, name: String, icon: MediaFile? = nil) {
        self.extensionID = extensionID
        self.name = name
        self.icon = icon
    }
}

/// A session of one extension: the same session id of another extension is unrelated (D-24).
public struct SessionScope: Sendable, Hashable, Codable {
    /// The extension that the session belongs to.
    public let extensionID: ExtensionID
    /// The session.
    public let session: SessionID

    /// A session of an extension.
    public init(extensionID: ExtensionID, session: SessionID) {
        self.extensionID = extensionID
        self.session = session
    }
}

extension Item {
    /// The same item with another content.
    package func replacing(_ content: ItemContent) -> Item {
        Item(id: id, sender: sender, content: content, origin: origin)
    }

    /// The same item with another layout of its message; unchanged when it is not a message.
    package func replacing(_ layout: TemplateLayout) -> Item {
        var copy = self
        copy.updateMessage { $0.layout = layout }
        return copy
    }
}

extension Item {
    /// What a screen reader says for the item (D-08, C-215): for a message its label, else its summary, else its
    /// caption, else the name of its extension with the word "message".
    ///
    /// The result is untrusted text: see `SafeText`.
    public func spokenText(name: (ParticipantID) -> String) -> String {
        switch content {
        case .interactive(let message):
            message.spokenText?.display(name: name) ?? "\(origin?.name ?? "unknown app") message"
        case .sticker(let sticker): sticker.description.isEmpty ? "sticker" : sticker.description
        case .attachment(let attachment): attachment.name
        case .text(let text): text
        }
    }
}
