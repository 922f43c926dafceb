public import MayflyModel

/// One device of a person. A person may have several, of different kinds.
public struct DeviceRecord: Sendable, Hashable {
    /// The same wherever the device is known.
    public let id: DeviceID
    /// Unique among the devices of a home folder.
    public let name: String
    /// What it can do with messages (model 9).
    public let profile: DeviceProfile
    /// The person who uses it, and in whose name it sends.
    public let owner: ParticipantID
    /// The name of that person in every transcript: that of the device with which the person was made.
    public let ownerName: String

    /// A record of a stored device.
    ///
    /// - Parameter owner: another device of its person, the one that gave the person the name; nil for a device that is a person of
    ///   its own.
    public init(id: DeviceID, name: String, profile: DeviceProfile = .full, of owner: DeviceRecord? = nil) {
        self.init(
            id: id,
            name: name,
            profile: profile,
            owner: owner?.owner ?? id.ownPerson,
            ownerName: owner?.ownerName ?? name
        )
    }

    package init(id: DeviceID, name: String, profile: DeviceProfile, owner: ParticipantID, ownerName: String) {
        self.id = id
        self.name = name
        self.profile = profile
        self.owner = owner
        self.ownerName = ownerName
    }

    /// Whether the person was made with this device, and has its name.
    public var isFirst: Bool { owner == id.ownPerson }
}

extension Sequence<DeviceRecord> {
    /// The names of the people who own these devices, each once, in the order of their first devices here.
    public var ownerNames: [String] {
        var known: Set<ParticipantID> = []
        return filter { known.insert($0.owner).inserted }.map(\.ownerName)
    }

    /// The people who own these devices, each once, in the same order.
    package var owners: [ParticipantID] {
        var known: Set<ParticipantID> = []
        return map(\.owner).filter { known.insert($0).inserted }
    }
}
