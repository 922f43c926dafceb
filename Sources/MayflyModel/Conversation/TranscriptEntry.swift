/// One visible row of a transcript.
public enum TranscriptEntry: Sendable, Hashable {
    /// An item that is shown whole.
    case bubble(Bubble)
    /// The line that replaces a collapsed bubble.
    case summary(SummaryLine)

    /// The item of the bubble, or of the bubble that the summary line replaced.
    public var itemID: ItemID {
        switch self {
        case .bubble(let bubble): bubble.item.id
        case .summary(let line): line.item
        }
    }

    /// The item of a bubble; nil for a summary line, whose item is no longer available (C-161).
    public var item: Item? { bubble?.item }

    /// The bubble; nil for a summary line.
    public var bubble: Bubble? {
        guard case .bubble(let bubble) = self else { return nil }
        return bubble
    }
}

/// A visible item of a transcript with its state and the stickers on it.
public struct Bubble: Sendable, Hashable {
    /// What was sent or received.
    public let item: Item
    /// How far its delivery has come.
    public let delivery: DeliveryState
    /// Why it was not delivered; nil where that did not fail.
    public let failure: MessageError?
    /// The stickers that members put on it, the newest on top (model 5.9). Each has a placement.
    public internal(set) var stickers: [Item]
    /// Nil for an item that does not expire, was not read yet, or was sent by this user.
    public let expiry: Expiry?

    /// A bubble as a transcript shows it.
    public init(
        _ item: Item,
        _ delivery: DeliveryState,
        failure: MessageError? = nil,
        stickers: [Item] = [],
        expiry: Expiry? = nil
    ) {
        self.item = item
        self.delivery = delivery
        self.failure = failure
        self.stickers = stickers
        self.expiry = expiry
    }
}

/// How far the delivery of an item has come.
public enum DeliveryState: String, Sendable, Codable {
    /// Sending has started and its result is not known yet.
    case sending
    /// Delivered to all other members.
    case sent
    /// It could not be delivered (C-138).
    case failed
    /// It came from another participant.
    case received
}

/// What happens to a message that its sender lets expire, after it was read on this device (model 5.10).
public enum Expiry: Sendable, Hashable, Codable {
    /// It is deleted at this time.
    case due(Timestamp)
    /// The user keeps it.
    case kept
}

/// The line of text that replaces a collapsed bubble. It opens nothing: its message is no longer available (model 5.4,
/// C-161).
public struct SummaryLine: Sendable, Hashable, Codable {
    /// The summary text of the collapsed message, or the fallback of the host.
    public let text: MentionText
    /// The item of the collapsed bubble.
    public let item: ItemID
    /// Who sent the collapsed message.
    public let sender: ParticipantID
    /// The extension that made the collapsed message, and so its text.
    public let origin: Origin?
    /// Whether the message expires after it was read, and was not read.
    package let isUnread: Bool
}
