/// A 128-bit identifier with its kind as a type, so that a participant cannot be passed where a session is expected.
///
/// Two identifiers are equal when their bits are; a session therefore compares by value (model 2.7, C-163).
public struct Identifier<Kind>: Sendable, Hashable {
    /// The bits, without the kind.
    public let value: UUID128

    /// Gives a kind to existing bits.
    public init(_ value: UUID128) {
        self.value = value
    }

    /// A new random identifier.
    public init() {
        self.init(UUID128())
    }
}

extension Identifier: Comparable {
    public static func < (left: Identifier, right: Identifier) -> Bool { left.value < right.value }
}

extension Identifier: LosslessStringConvertible {
    /// Reads the 36-character form in either case; nil for anything else.
    public init?(_ description: String) {
        guard let value = UUID128(description) else { return nil }
        self.init(value)
    }

    public var description: String { value.description }
}

extension Identifier: Codable {
    public init(from decoder: any Decoder) throws {
        self.init(try UUID128(from: decoder))
    }

    public func encode(to encoder: any Encoder) throws {
        try value.encode(to: encoder)
    }
}

/// The kind of a participant's identifier.
public enum ParticipantKind {}
/// The kind of `HandOffID`.
public enum HandOffKind {}
/// The kind of a device's identifier.
public enum DeviceKind {}
/// The kind of a conversation's identifier.
public enum ConversationKind {}
/// The kind of an item's identifier.
public enum ItemKind {}
/// The kind of a session's identifier.
public enum SessionKind {}
/// The kind of a draft's identifier.
public enum DraftKind {}

/// A person, as the host identifies them. No extension sees it: each install has its own identifiers of people (model
/// 6.2).
public typealias ParticipantID = Identifier<ParticipantKind>
/// One profile of a person on one machine.
public typealias DeviceID = Identifier<DeviceKind>
/// One chat, the same on all devices of its members.
public typealias ConversationID = Identifier<ConversationKind>
/// One item that was staged, sent or received, the same on all devices.
public typealias ItemID = Identifier<ItemKind>
/// The content of an input field at one time.
public typealias DraftID = Identifier<DraftKind>
/// One wish of a person to go on with a message on another device.
public typealias HandOffID = Identifier<HandOffKind>
/// Interactive messages of one session replace each other (model 2.7).
public typealias SessionID = Identifier<SessionKind>

extension Identifier where Kind == DeviceKind {
    /// The person that comes with this device, unless it is made for a person who has one already. Both have the same bits.
    package var ownPerson: ParticipantID { ParticipantID(value) }
}
