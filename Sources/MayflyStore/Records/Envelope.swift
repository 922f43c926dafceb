public import MayflyModel

/// Items that leave a device together, in the order in which they must arrive.
///
/// People in it, senders and mentions alike, are the host's own neutral identifiers. Each receiving device puts its own in
/// their place when it hands a message to an extension (model 6.6).
public struct Envelope: Sendable, Hashable, Codable {
    public let id: EnvelopeID
    public let conversation: ConversationID
    public let sender: DeviceID
    public let items: [Item]

    public init(id: EnvelopeID = EnvelopeID(), conversation: ConversationID, sender: DeviceID, items: [Item]) {
        self.id = id
        self.conversation = conversation
        self.sender = sender
        self.items = items
    }
}

/// The kind of an envelope's identifier.
public enum EnvelopeKind {}

/// Names an envelope over all its deliveries.
public typealias EnvelopeID = Identifier<EnvelopeKind>
