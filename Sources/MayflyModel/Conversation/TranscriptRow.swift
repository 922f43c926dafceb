/// The state of one item of a transcript. A row is never removed, even when it is not visible, so that no item is added
/// twice.
package struct TranscriptRow: Sendable, Hashable, Codable {
    package enum State: String, Sendable, Codable {
        /// The item is shown whole.
        case bubble
        /// A newer message of its session replaced it; its summary line is visible.
        case summary
        /// The same without a summary text: nothing is visible (C-156).
        case collapsed
        /// A sticker on the bubble of another row. It is drawn with that bubble, for as long as that row is a bubble
        /// (D-25).
        case placed
        /// Deleted after it was read (model 5.10). Its content is erased.
        case expired
    }

    package internal(set) var item: Item
    package internal(set) var delivery: DeliveryState
    /// Why it was not delivered.
    package internal(set) var failure: MessageError?
    package internal(set) var state: State
    /// The text of a summary line.
    var summary: MentionText?
    package internal(set) var expiry: Expiry?

    /// The same with at most so many bytes of its text; nil where it has no text that is longer.
    package func shortened(to most: Int) -> TranscriptRow? {
        guard case .text(let text) = item.content, text.utf8.count > most else { return nil }
        var row = self
        row.item.content = .text(String(SafeText.beginning(of: text, bytes: most)))
        return row
    }

    /// Whether the row is visible.
    package var isShown: Bool { state == .bubble || state == .summary }

    /// The session whose next message collapses this row; nil unless it is a bubble with a session.
    var currentScope: SessionScope? { state == .bubble ? item.sessionScope : nil }

    /// What is visible of the row; nil for a row that is not visible.
    package func entry(stickers: [Item]) -> TranscriptEntry? {
        switch state {
        case .bubble: .bubble(Bubble(item, delivery, failure: failure, stickers: stickers, expiry: expiry))
        case .summary:
            summary.map { text in
                .summary(
                    SummaryLine(text: text, item: item.id, sender: item.sender, origin: item.origin, isUnread: isUnread)
                )
            }
        case .collapsed, .placed, .expired: nil
        }
    }
}
