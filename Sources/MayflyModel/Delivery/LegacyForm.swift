/// The ordinary items that a legacy device gets in place of interactive messages (model 9.5).
package struct LegacyForm {
    /// The sender's name for a participant: plain text carries no mention that the receiver could resolve (D-30).
    private let name: (ParticipantID) -> String
    /// The identifier of a part. It depends on the message and the part alone, so that a repeated delivery is
    /// recognised.
    private let partID: (ItemID, LegacyPart) -> ItemID

    package init(name: @escaping (ParticipantID) -> String, partID: @escaping (ItemID, LegacyPart) -> ItemID) {
        self.name = name
        self.partID = partID
    }

    /// The ordinary items for an item, in the order in which they must arrive. Only interactive messages are converted;
    /// a sticker on a bubble becomes one with a row of its own, because the bubble may be missing.
    ///
    /// Sender and origin are kept, so that the app can be named (C-018). The parts have no session, so none collapses
    /// another.
    func items(for item: Item) -> [Item] {
        guard let message = item.message else { return [ordinary(item)] }
        let media = message.layout?.shownMedia.map {
            part(.media, of: item, .attachment(Attachment(file: $0.withUsualName)))
        }
        let address = message.webURL.map { part(.text, of: item, .text($0)) }
        let parts = [media, address].compactMap(\.self)
        return parts.isEmpty ? [part(.text, of: item, .text(item.spokenText(name: name)))] : parts
    }

    private func ordinary(_ item: Item) -> Item {
        guard case .sticker(let sticker) = item.content, sticker.placement != nil else { return item }
        let unplaced = Sticker(file: sticker.file, description: sticker.description)
        return Item(id: item.id, sender: item.sender, content: .sticker(unplaced), origin: item.origin)
    }

    private func part(_ part: LegacyPart, of item: Item, _ content: ItemContent) -> Item {
        Item(id: partID(item.id, part), sender: item.sender, content: content, origin: item.origin)
    }
}

/// One of the ordinary items that replace an interactive message on a legacy device. Identifiers are computed from the
/// raw values, which therefore must not change.
package enum LegacyPart: UInt8, Sendable, CaseIterable {
    /// The picture or media file of the layout (C-256).
    case media = 1
    /// The web address (C-257), or the spoken text of a message with neither picture nor address (C-259).
    case text = 2
}
