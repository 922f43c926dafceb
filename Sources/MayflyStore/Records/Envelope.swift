public import MayflyModel

/// Items that a device sends together, in the order in which they must arrive.
///
/// Senders and mentions are the host's participant identifiers. Each receiving device replaces them with the
/// identifiers of the install when an extension reads a message (model 6.6).
public struct Envelope: Sendable, Hashable, Codable {
    /// The same in every delivery, so that a repeated one is recognised.
    public let id: EnvelopeID
    /// The conversation of all items.
    public let conversation: ConversationID
    /// The device that sends.
    public let sender: DeviceID
    /// The items in sending order; an outbox never holds an empty envelope.
    public let items: [Item]

    /// An envelope with a new identifier by default.
    public init(id: EnvelopeID = EnvelopeID(), conversation: ConversationID, sender: DeviceID, items: [Item]) {
        self.id = id
        self.conversation = conversation
        self.sender = sender
        self.items = items
    }
}

extension Envelope {
    /// The same envelope with other items.
    package func replacing(_ items: [Item]) -> Envelope {
        Envelope(id: id, conversation: conversation, sender: sender, items: items)
    }

    /// The envelope as it leaves this host (`Item.withUsualFileNames`).
    package var withUsualFileNames: Envelope { replacing(items.map(\.withUsualFileNames)) }
}

/// The kind of an envelope's identifier.
public enum EnvelopeKind {}

/// Identifies an envelope over all its deliveries.
public typealias EnvelopeID = Identifier<EnvelopeKind>
