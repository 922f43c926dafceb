public import MayflyModel

/// A conversation as a list of conversations shows it.
public struct ConversationOverview: Sendable, Hashable {
    public let conversation: ConversationRecord
    /// In the order in which they were named.
    public let members: [DeviceRecord]
    /// The last row of the transcript; nil for an empty one, and where no device looks.
    public let newest: TranscriptEntry?
    /// Whether there is something in the input field.
    public let hasDraft: Bool
}
