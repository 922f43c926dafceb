public import MayflyModel

/// What the person of a device has answered an extension that asked for a permission: it holds until it is withdrawn.
public struct KeptAnswer: Sendable, Hashable {
    /// The name of the device.
    public let device: String
    /// The extension that asked.
    public let extensionID: ExtensionID
    /// What it asked for.
    public let permission: PermissionName
    /// Whether the permission is granted.
    public let isGranted: Bool
    /// When the person answered.
    public let moment: Timestamp
}
