/// One line of the log that a conversation on one device is made of. The log only grows.
public enum ConversationEvent: Sendable, Hashable, Codable {
    /// An extension, or the user, put an item into the input field. An interactive message replaces the one there (C-108),
    /// stickers and attachments queue up, text is added at the end (D-19).
    case staged(Item)
    /// The user changed the text by hand: the field's text becomes that of this text item, or none when it is empty.
    case replacedText(Item)
    /// The user removed the staged interactive message with its X (C-132).
    case cancelledMessage(ItemID)
    /// Any one item was taken out of the field without that.
    case removed(ItemID)
    /// The field was emptied.
    case cleared
    /// Sending of these began, in this order. What of them was in the field leaves it.
    case sent([Item])
    case received(Item)
    /// Every other member has them.
    case delivered([ItemID])
    /// They could not be delivered (C-138).
    case failed([ItemID], MessageError)
    /// The user of this device has read these, which their sender lets expire: each is deleted at that moment (model 5.10).
    case willExpire([ItemID], at: Timestamp)
    /// The user keeps a message that would expire.
    case kept(ItemID)
    /// The moment has come: of those that were not kept nothing stays.
    case expired([ItemID])

    /// The user typed text at the end of the field.
    public static func typed(_ text: String, by sender: ParticipantID) -> ConversationEvent {
        .staged(Item(sender: sender, content: .text(text)))
    }
}
