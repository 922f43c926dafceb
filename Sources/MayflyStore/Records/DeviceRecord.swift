public import MayflyModel

/// A profile of one person on this machine.
public struct DeviceRecord: Sendable, Hashable {
    /// The identifier, which is also that of its owner (`DeviceID.owner`).
    public let id: DeviceID
    /// Unique among the devices of a home folder; the name of its owner in every transcript.
    public let name: String
    /// What it can do with messages (model 9).
    public let profile: DeviceProfile

    /// A record of a stored device.
    public init(id: DeviceID, name: String, profile: DeviceProfile = .full) {
        self.id = id
        self.name = name
        self.profile = profile
    }
}
