public import MayflyModel

/// A message with which a person wants to go on on another device of theirs (model 10.6).
public struct HandOff: Sendable, Hashable, Identifiable {
    /// What has become of it.
    public enum State: Sendable, Hashable {
        /// The full devices of the person show it, and one of them may take it.
        case offered
        /// A device has taken it, and opened the message.
        case taken(by: DeviceRecord)
        /// Nobody can take it any more: the device has offered another message since, or it is too old.
        case withdrawn
    }

    /// Tells it from all others, of the same message too.
    public let id: HandOffID
    /// The device from which it comes.
    public let source: DeviceRecord
    /// Where the message is.
    public let conversation: ConversationRecord
    /// The message.
    public let item: ItemID
    /// What has become of it, when this was read.
    public let state: State

    package init(
        id: HandOffID,
        source: DeviceRecord,
        conversation: ConversationRecord,
        item: ItemID,
        state: State = .offered
    ) {
        self.id = id
        self.source = source
        self.conversation = conversation
        self.item = item
        self.state = state
    }

    /// The same with another state.
    package func becoming(_ state: State) -> HandOff {
        HandOff(id: id, source: source, conversation: conversation, item: item, state: state)
    }
}
