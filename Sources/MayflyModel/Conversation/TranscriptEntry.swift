/// One visible row of a transcript.
public enum TranscriptEntry: Sendable, Hashable, Codable {
    case bubble(Item, DeliveryState)
    case summary(SummaryLine)

    /// The item that stands or stood here.
    public var itemID: ItemID {
        switch self {
        case .bubble(let item, _): item.id
        case .summary(let line): line.item
        }
    }

    /// The item of a bubble; nil for a summary line, whose item is no longer available (C-161).
    public var item: Item? {
        guard case .bubble(let item, _) = self else { return nil }
        return item
    }
}
