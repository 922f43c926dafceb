package import MayflyModel

/// What a device shows of a conversation at one time: the end of the transcript and the input field.
package struct ConversationSnapshot: Sendable {
    /// The number of the last event in it, counted from 1 over all that were ever added; 0 before the first.
    package let lastSeq: Int
    package let draft: Draft
    package let page: TranscriptPage
    /// Items that arrived from others since the previous snapshot, in order of arrival, visible or not: those that one look may read.
    package let arrived: [Item]
    /// Whether more have arrived, which the next snapshot lists.
    package let hasMoreArrived: Bool
    /// When the next message expires; nil when none does.
    package let nextExpiry: Timestamp?
    /// Decoded values that the next snapshot reuses.
    let kept: Kept

    struct Kept: Sendable {
        /// The rows of the page and the stickers on them, by position.
        var rows: [Int: StoredRow]
        var draftText: String
        /// The last row of which `arrived` has told.
        var lastPosition: Int
    }
}

/// A decoded row of the table `row`.
struct StoredRow: Sendable {
    let position: Int
    /// The number of the event that changed it last.
    let changed: Int
    /// How many bytes of UTF-8 are stored.
    let byteCount: Int
    /// When it was sent or received on this device; nil where an earlier version wrote it.
    let time: Timestamp?
    let row: TranscriptRow
}
