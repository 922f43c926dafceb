/// What became of one item that came into a transcript. A row stays for ever, shown or not, so that nothing comes twice.
package struct TranscriptRow: Sendable, Hashable, Codable {
    package enum State: String, Sendable, Codable {
        case bubble
        /// A newer message of the session took its place; a person sees its summary line.
        case summary
        /// The same without a summary: no trace is left (C-156).
        case collapsed
        /// A sticker on another row's bubble; drawn with that one, and only while it is a bubble (D-25).
        case placed
        /// Deleted after it was read (model 5.10); nothing of its content is left.
        case expired
    }

    package internal(set) var item: Item
    package internal(set) var delivery: DeliveryState
    package internal(set) var state: State
    /// The text of a summary line.
    package internal(set) var summary: MentionText?
    package internal(set) var expiry: Expiry?

    /// Whether a person sees a row for it.
    package var isShown: Bool { state == .bubble || state == .summary }

    /// What a later message of the same session would collapse; nil unless this is a bubble with a session.
    package var currentScope: SessionScope? { state == .bubble ? item.sessionScope : nil }

    /// The row as a person sees it; nil where there is nothing to see.
    package func entry(stickers: [Item]) -> TranscriptEntry? {
        switch state {
        case .bubble: .bubble(Bubble(item, delivery, stickers: stickers, expiry: expiry))
        case .summary:
            summary.map { .summary(SummaryLine(text: $0, item: item.id, sender: item.sender)) }
        case .collapsed, .placed, .expired: nil
        }
    }
}
