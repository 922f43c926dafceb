/// The ordinary items that a legacy device gets in place of interactive messages (model 9.5).
package struct LegacyForm {
    /// What the sender calls a person: the receiver of plain text cannot put a name in (D-30).
    private let name: (ParticipantID) -> String
    /// The id of a part. The same message and part always have the same, so that an envelope which comes twice is shown once.
    private let partID: (ItemID, LegacyPart) -> ItemID

    package init(name: @escaping (ParticipantID) -> String, partID: @escaping (ItemID, LegacyPart) -> ItemID) {
        self.name = name
        self.partID = partID
    }

    /// The items in the order in which they must arrive. What is not an interactive message stays as it is, but a sticker on
    /// a bubble comes by itself: the bubble may not be there.
    ///
    /// Sender and origin are kept, so that the app can be named (C-018). A part has no session: nothing collapses there.
    package func items(for item: Item) -> [Item] {
        guard let message = item.message else { return [ordinary(item)] }
        let media = message.layout?.shownMedia.map { part(.media, of: item, .attachment(Attachment(file: $0))) }
        let address = message.webURL.map { part(.text, of: item, .text($0)) }
        let parts = [media, address].compactMap(\.self)
        return parts.isEmpty ? [part(.text, of: item, .text(item.spokenText(name: name)))] : parts
    }

    private func ordinary(_ item: Item) -> Item {
        guard case .sticker(let sticker) = item.content, sticker.placement != nil else { return item }
        let loose = Sticker(file: sticker.file, description: sticker.description)
        return Item(id: item.id, sender: item.sender, content: .sticker(loose), origin: item.origin)
    }

    private func part(_ part: LegacyPart, of item: Item, _ content: ItemContent) -> Item {
        Item(id: partID(item.id, part), sender: item.sender, content: content, origin: item.origin)
    }
}
