public import MayflyModel

/// A profile of one person on this machine.
public struct DeviceRecord: Sendable, Hashable {
    public let id: DeviceID
    /// Unique among the devices of a home folder; the name of its owner in every transcript.
    public let name: String

    public init(id: DeviceID, name: String) {
        self.id = id
        self.name = name
    }
}
