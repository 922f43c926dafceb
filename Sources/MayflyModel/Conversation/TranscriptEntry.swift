/// One visible row of a transcript.
public enum TranscriptEntry: Sendable, Hashable {
    case bubble(Bubble)
    case summary(SummaryLine)

    /// The item that stands or stood here.
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
