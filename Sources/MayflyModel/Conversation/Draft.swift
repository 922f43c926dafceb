/// The content of an input field: at most one interactive message, stickers and attachments in order, and text (model
/// 4.2).
public struct Draft: Sendable, Hashable, Codable, Identifiable {
    /// The staged interactive message.
    public private(set) var message: Item?
    /// Stickers and attachments in the order they were staged.
    public private(set) var media: [Item] = []
    /// The pieces of the text, in order. Sending removes the pieces that the sender saw, so that text which another
    /// process adds in the meantime stays in the field.
    private var pieces: [Item] = []
    /// The words of extensions in the piece that the person has made of the text before; nil where there are none.
    private var edited: Edited?

    private struct Edited: Sendable, Hashable, Codable {
        let piece: ItemID
        let words: ExtensionWords
    }

    /// An empty field.
    public init() {}

    /// Names exactly this content: what is to be sent is named by it. A field with other items has another identifier, and an
    /// empty field always has the same one.
    ///
    /// Items have random identifiers and never change, so the combination of all of them tells contents apart as well as they
    /// tell items apart.
    public var id: DraftID {
        let (high, low) = items.lazy.map(\.id.value.words).reduce((UInt64(0), UInt64(0))) { ($0.0 ^ $1.0, $0.1 ^ $1.1) }
        return DraftID(UUID128(words: high, low))
    }

    /// Whether the field holds no message, no sticker or attachment and no text.
    public var isEmpty: Bool { message == nil && media.isEmpty && pieces.isEmpty }

    /// The whole text in the field; empty when there is none.
    public var text: String { pieces.map(Self.text).joined() }

    /// The text as one item; nil when there is none.
    ///
    /// It has the identifier of its last piece, and the origin of the last extension whose words are in the text (model 10.4). Where
    /// words of several extensions are, the name of the origin has the names of all.
    public var textItem: Item? {
        guard let last = pieces.last else { return nil }
        return Item(id: last.id, sender: last.sender, content: .text(text), origin: textOrigin)
    }

    /// The last extension whose words are in the text, with the names of all; nil where all words are the person's.
    package var textOrigin: Origin? {
        var origins: [Origin] = []
        for origin in extensionWords.origins where origins.last != origin {
            origins.removeAll { $0.extensionID == origin.extensionID }
            origins.append(origin)
        }
        guard origins.count > 1, let last = origins.last else { return origins.last }
        let names = origins.suffix(Self.mostTextExtensions).map(\.name)
        return Origin(extensionID: last.extensionID, name: names.joined(separator: Self.separator))
    }

    private static let separator = ", "
    /// The longest name of an origin in bytes: the names of all extensions that have text in a field.
    package static let mostOriginBytes =
        mostTextExtensions * Origin.mostNameBytes
        + (mostTextExtensions - 1) * separator.utf8.count

    private var extensionWords: ExtensionWords {
        var words = ExtensionWords()
        guard edited != nil || pieces.contains(where: { $0.origin != nil }) else { return words }
        var start = 0
        for piece in pieces {
            let count = Self.text(of: piece).utf8.count
            if let origin = piece.origin {
                words.add(origin, from: start, count: count)
            } else if let edited, edited.piece == piece.id {
                words.add(edited.words, from: start)
            }
            start += count
        }
        return words
    }

    /// What Send sends, in this order: the message, stickers and attachments, the text (D-19).
    public var itemsToSend: [Item] { [message].compactMap(\.self) + media + [textItem].compactMap(\.self) }

    /// The largest number of stickers and attachments of one extension in a field.
    public static let mostMedia = 64
    /// The largest number of UTF-8 bytes of text that the person has in a field, and that each extension has there.
    public static let mostTextBytes = 1024 * 1024
    /// The largest number of pieces that each of these is made of.
    private static let mostPieces = 4096
    /// The largest number of extensions that have text in a field.
    private static let mostTextExtensions = 3
    /// The largest number of UTF-8 bytes of text in a field: the person's and those of all extensions.
    public static let mostWholeTextBytes = (mostTextExtensions + 1) * mostTextBytes
    /// The largest number of stickers and attachments in a field.
    private static let mostWholeMedia = 4 * mostMedia

    /// The error for an item that does not fit into the field; nil for one that fits. The limits keep an extension from
    /// filling the disk.
    ///
    /// An extension may read the error, and may search by it. So its text counts by itself, and neither its limit nor the error
    /// tells what the person or another extension has in the field.
    public func refusal(of item: Item) -> MessageError? {
        let author = item.origin?.extensionID
        switch item.content {
        case .interactive: return nil
        case .sticker, .attachment: return mediaRefusal(of: author)
        case .text(let more):
            let own = pieces.filter { $0.origin?.extensionID == author }
            let size = own.reduce(more.utf8.count) { $0 + Self.text(of: $1).utf8.count }
            if size > Self.mostTextBytes || own.count >= Self.mostPieces {
                return MessageError(
                    .limitExceeded,
                    "the input field takes no more text of one writer than \(Self.mostTextBytes) bytes in \(Self.mostPieces) pieces"
                )
            }
            // Those whose words the person has kept in a text of their own, too.
            let writers = pieces.compactMap(\.origin) + (edited?.words.origins ?? [])
            let others = Set(writers.map(\.extensionID).filter { $0 != author })
            guard author != nil, others.count >= Self.mostTextExtensions else { return nil }
            return MessageError(
                .limitExceeded,
                "the input field takes text of no more than \(Self.mostTextExtensions) extensions"
            )
        }
    }

    /// The error for a text that is to replace that of the field; nil for one that fits.
    package static func refusal(ofText text: String) -> MessageError? {
        let size = text.utf8.count
        guard size > mostTextBytes else { return nil }
        return MessageError(
            .limitExceeded,
            "the input field's text would have \(size) bytes; the limit is \(mostTextBytes)"
        )
    }

    /// The error for one more sticker or attachment of an extension; nil when there is room.
    package func mediaRefusal(of author: ExtensionID?) -> MessageError? {
        let own = media.count { $0.origin?.extensionID == author }
        guard own >= Self.mostMedia || media.count >= Self.mostWholeMedia else { return nil }
        return MessageError(
            .limitExceeded,
            "the input field takes no more than \(Self.mostMedia) stickers and attachments of one extension, "
                + "and no more than \(Self.mostWholeMedia) of all"
        )
    }

    /// Applies one event of the conversation's log.
    package mutating func apply(_ event: ConversationEvent) {
        switch event {
        case .staged(let item): stage(item)
        case .replacedText(let item): replaceText(with: item)
        case .cancelledMessage(let id): cancelMessage(id)
        case .removed(let id): remove(id)
        case .cleared: self = Draft()
        // Only the sent items are removed: a direct send does not change the field, and newer items stay.
        case .sent(let items): for item in items { remove(item.id) }
        case .received, .sentElsewhere, .delivered, .failed, .willExpire, .kept, .expired: break
        }
    }

    private mutating func stage(_ item: Item) {
        switch item.content {
        case .interactive: message = Self.unsent(item)
        case .sticker, .attachment: if !media.contains(where: { $0.id == item.id }) { media.append(item) }
        case .text(let text): if !text.isEmpty, !pieces.contains(where: { $0.id == item.id }) { pieces.append(item) }
        }
    }

    private mutating func replaceText(with item: Item) {
        guard case .text(let new) = item.content else { return }
        let words = extensionWords.left(in: new, from: text)
        pieces = new.isEmpty ? [] : [item]
        edited = words.origins.isEmpty ? nil : Edited(piece: item.id, words: words)
    }

    /// Removes an item. Of the text, it removes the piece of that id and all pieces before it. An unknown id changes
    /// nothing.
    private mutating func remove(_ id: ItemID) {
        if message?.id == id { message = nil }
        media.removeAll { $0.id == id }
        guard let index = pieces.firstIndex(where: { $0.id == id }) else { return }
        if pieces[...index].contains(where: { $0.id == edited?.piece }) { edited = nil }
        pieces.removeSubrange(...index)
    }

    /// Removes the interactive message if it still has this id: another one may have replaced it.
    private mutating func cancelMessage(_ id: ItemID) {
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

extension Draft {
    /// Whether an extension brought something that an earlier content of the field did not have.
    package func hasNewFromExtensions(since earlier: Draft) -> Bool {
        let known = Set(earlier.items.map(\.id))
        return items.contains { $0.origin != nil && !known.contains($0.id) }
    }

    /// The message, the media, and the pieces of the text.
    package var items: [Item] { [message].compactMap(\.self) + media + pieces }

    /// The items that a later content of the field does not have any more.
    package func items(goneIn later: Draft) -> [Item] {
        // Most changes add something at an end.
        if message?.id == later.message?.id, media.count <= later.media.count, pieces.count <= later.pieces.count,
            pieces.first == nil || pieces.first?.id == later.pieces.first?.id
        {
            return []
        }
        let left = Set(later.items.map(\.id))
        return items.filter { !left.contains($0.id) }
    }

    /// The files that its items name.
    package var files: Set<MediaFile> { Set(([message].compactMap(\.self) + media).flatMap(\.files)) }
}

extension Draft {
    /// An item of the field, and the words of extensions in it where a person has made it of the text before.
    package struct Part: Sendable {
        package let item: Item
        package let words: ExtensionWords?

        package init(item: Item, words: ExtensionWords?) { (self.item, self.words) = (item, words) }
    }

    /// All items in their order.
    package var parts: [Part] { items.map(part) }

    /// The field of these parts. No two have the same identifier.
    package init(_ parts: [Part]) {
        for part in parts {
            switch part.item.content {
            case .interactive: message = part.item
            case .sticker, .attachment: media.append(part.item)
            case .text: pieces.append(part.item)
            }
            if let words = part.words { edited = Edited(piece: part.item.id, words: words) }
        }
    }

    /// What was put into the field last, where it has this identifier.
    package func newestPart(_ id: ItemID) -> Part? {
        [pieces.last, media.last, message].compactMap(\.self).first { $0.id == id }.map(part)
    }

    private func part(_ item: Item) -> Part {
        Part(item: item, words: edited?.piece == item.id ? edited?.words : nil)
    }
}
