package import MayflyModel

/// What a device shows of a conversation at one moment: the end of the transcript and the input field.
package struct ConversationSnapshot: Sendable {
    /// The last event that is in it; 0 before the first.
    package let lastSeq: Int
    package let draft: Draft
    package let page: TranscriptPage
    /// What came from others since the snapshot before this one, in the order of arrival, shown or not.
    package let arrived: [Item]
    /// When the next message expires; nil where none will.
    package let nextExpiry: Timestamp?
    /// For the next one: what was read and need not be read again.
    let kept: Kept

    struct Kept: Sendable {
        /// Rows of the page and the stickers on them, by their positions.
        var rows: [Int: StoredRow]
        var draftText: String
        var lastPosition: Int
    }
}

/// A row as the database holds it.
struct StoredRow: Sendable {
    let position: Int
    /// The event that changed it last.
    let changed: Int
    let row: TranscriptRow
}
