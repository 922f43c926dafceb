public import MayflyModel

/// The names of people, as they were when this was read (model 6.7).
public struct People: Sendable {
    private let names: [ParticipantID: String]

    /// The owners of these devices.
    public init(_ devices: [DeviceRecord]) {
        self.init(Dictionary(devices.map { ($0.owner, $0.ownerName) }) { first, _ in first })
    }

    package init(_ names: [ParticipantID: String]) { self.names = names }

    /// The name of a person; 'unknown' for somebody who owns none of the devices.
    public func name(of person: ParticipantID) -> String { names[person] ?? "unknown" }
}
