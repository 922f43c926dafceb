/// One entry of the log of a conversation on one device. Entries are only added, and stay, but for those of items that have left the
/// input field.
public enum ConversationEvent: Sendable, Hashable, Codable {
    /// An extension or the user put an item into the input field. An interactive message replaces the staged one
    /// (C-108), stickers and attachments are appended to a list, text is added at the end of the text (D-19).
    case staged(Item)
    /// The user changed the text by hand: the field's text becomes that of this text item, or none when it is empty.
    case replacedText(Item)
    /// The user removed the staged interactive message with its X (C-132).
    case cancelledMessage(ItemID)
    /// One item of any kind was removed from the field in another way.
    case removed(ItemID)
    /// The field was emptied.
    case cleared
    /// Sending of these items began, in this order. Those of them that were in the field are removed from it.
    case sent([Item])
    /// An item of another member arrived.
    case received(Item)
    /// An item arrived that the person has sent from another device.
    case sentElsewhere(Item)
    /// These items are in the logs of all other members.
    case delivered([ItemID])
    /// These items could not be delivered (C-138).
    case failed([ItemID], MessageError)
    /// The user of this device has read these messages, which their sender lets expire. They are deleted at `at`
    /// (model 5.10).
    case willExpire([ItemID], at: Timestamp)
    /// The user keeps a message that would otherwise expire.
    case kept(ItemID)
    /// The time of these messages is over: the content of those that were not kept is deleted.
    case expired([ItemID])

    /// The item that it puts into the input field; nil for other events. It has no effect any more when the item has left the
    /// field: then the log forgets it.
    package var stagedItem: ItemID? {
        switch self {
        case .staged(let item), .replacedText(let item): item.id
        case .cancelledMessage, .removed, .cleared, .sent, .received, .sentElsewhere, .delivered, .failed, .willExpire,
            .kept, .expired:
            nil
        }
    }

    /// The item that it brings from another device; nil for other events. An item arrives once.
    package var arrivedItem: Item? {
        switch self {
        case .received(let item), .sentElsewhere(let item): item
        case .staged, .replacedText, .cancelledMessage, .removed, .cleared, .sent, .delivered, .failed, .willExpire,
            .kept,
            .expired:
            nil
        }
    }

    /// Whether it is about the input field alone.
    package var concernsFieldOnly: Bool {
        switch self {
        case .staged, .replacedText, .cancelledMessage, .removed, .cleared: true
        case .sent, .received, .sentElsewhere, .delivered, .failed, .willExpire, .kept, .expired: false
        }
    }

    /// Whether it can change the input field.
    package var concernsField: Bool {
        if case .sent = self { return true }
        return concernsFieldOnly
    }

    /// The event of text that the user typed at the end of the field.
    public static func typed(_ text: String, by sender: ParticipantID) -> ConversationEvent {
        .staged(Item(sender: sender, content: .text(text)))
    }
}
