/// The content of an input field: at most one interactive message, stickers and attachments in order, and text (model 4.2).
public struct Draft: Sendable, Hashable, Codable {
    /// The staged interactive message.
    public private(set) var message: Item?
    /// Stickers and attachments in the order they were staged.
    public private(set) var media: [Item] = []
    /// The pieces that the text was put together from. Sending takes the pieces that the sender saw, so that what another
    /// process adds meanwhile stays in the field.
    private var pieces: [Item] = []

    public init() {}

    public var isEmpty: Bool { message == nil && media.isEmpty && pieces.isEmpty }

    /// The whole text in the field; empty when there is none.
    public var text: String { pieces.map(Self.text).joined() }

    /// The text as one item; nil when there is none.
    ///
    /// It is named by its last piece, and attributed to the last extension that added to it (model 10.4).
    public var textItem: Item? {
        guard let last = pieces.last else { return nil }
        let origin = pieces.lazy.compactMap(\.origin).last
        return Item(id: last.id, sender: last.sender, content: .text(text), origin: origin)
    }

    /// What Send would send now: the message, then stickers and attachments, then the text (D-19).
    public var itemsToSend: [Item] { [message].compactMap(\.self) + media + [textItem].compactMap(\.self) }

    mutating func stage(_ item: Item) {
        switch item.content {
        case .interactive: message = Self.unsent(item)
        case .sticker, .attachment: if !media.contains(where: { $0.id == item.id }) { media.append(item) }
        case .text(let text): if !text.isEmpty, !pieces.contains(where: { $0.id == item.id }) { pieces.append(item) }
        }
    }

    mutating func replaceText(with item: Item) {
        guard case .text(let text) = item.content else { return }
        pieces = text.isEmpty ? [] : [item]
    }

    /// Removes the item, and of the text all pieces up to the named one. An unknown id changes nothing.
    mutating func remove(_ id: ItemID) {
        if message?.id == id { message = nil }
        media.removeAll { $0.id == id }
        if let index = pieces.firstIndex(where: { $0.id == id }) { pieces.removeSubrange(...index) }
    }

    /// Removes the interactive message if it is still this one: another may have replaced it meanwhile.
    mutating func cancelMessage(_ id: ItemID) {
        if message?.id == id { message = nil }
    }

    private static func text(of item: Item) -> String {
        guard case .text(let text) = item.content else { return "" }
        return text
    }

    private static func unsent(_ item: Item) -> Item {
        var item = item
        item.updateMessage { message in
            message.isPending = true
            message.error = nil
        }
        return item
    }
}
