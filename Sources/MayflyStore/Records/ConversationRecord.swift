public import MayflyModel

/// A conversation without its log.
public struct ConversationRecord: Sendable, Hashable {
    /// The same on all devices of the members.
    public let id: ConversationID
    /// Unique among the conversations of a home folder.
    public let name: String

    /// A record of a stored conversation.
    public init(id: ConversationID, name: String) {
        self.id = id
        self.name = name
    }
}

/// A conversation as a list of conversations shows it.
public struct ConversationOverview: Sendable, Hashable {
    /// Its identifier and name.
    public let conversation: ConversationRecord
    /// The members in the order of creation.
    public let members: [DeviceRecord]
    /// The last visible row on the device of the list; nil for an empty transcript, and in a list of no device.
    public let newest: TranscriptEntry?
    /// When that row was sent or received on the device; nil where an earlier version wrote it.
    public let newestTime: Timestamp?
    /// How many visible rows of others the device has not shown yet, at most `mostUnseen`; 0 in a list of no device.
    public let unseen: Int
    /// Whether the input field on that device has content.
    public let hasDraft: Bool

    /// The largest number that `unseen` has.
    package static let mostUnseen = 100

    package init(
        conversation: ConversationRecord,
        members: [DeviceRecord],
        newest: TranscriptEntry?,
        newestTime: Timestamp? = nil,
        unseen: Int = 0,
        hasDraft: Bool
    ) {
        self.conversation = conversation
        self.members = members
        self.newest = newest
        self.newestTime = newestTime
        self.unseen = unseen
        self.hasDraft = hasDraft
    }
}
