/// The kinds of things that have an `Identifier` of their own.
public enum IdentifierKind {
    public enum Participant {}
    public enum Device {}
    public enum Conversation {}
    public enum Item {}
    public enum Session {}
}

/// A person in the host's own terms. No extension ever sees it: each install has identifiers of its own (model 6.2).
public typealias ParticipantID = Identifier<IdentifierKind.Participant>
/// One profile of a person on one machine.
public typealias DeviceID = Identifier<IdentifierKind.Device>
/// One chat, the same on all devices of its members.
public typealias ConversationID = Identifier<IdentifierKind.Conversation>
/// One thing that was staged, sent or received, the same on all devices.
public typealias ItemID = Identifier<IdentifierKind.Item>
/// What joins interactive messages so that the newest replaces the older (model 2.7).
public typealias SessionID = Identifier<IdentifierKind.Session>

extension Identifier where Kind == IdentifierKind.Device {
    /// The person who uses this device. Each device has one, and each person one device, so both share their bits.
    public var owner: ParticipantID { ParticipantID(value) }
}

extension Identifier where Kind == IdentifierKind.Participant {
    /// The device of this person; see `DeviceID.owner`.
    public var device: DeviceID { DeviceID(value) }
}
