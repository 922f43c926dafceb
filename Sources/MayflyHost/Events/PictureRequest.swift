public import MayflyModel

/// A picture that an extension asks the person for in a window that provides them (`ExtensionHost.openWindow`).
public struct PictureRequest: Sendable, Hashable {
    /// Names the request in its window.
    public let number: Int
    /// Which extension asks.
    public let extensionID: ExtensionID
    /// Its name, safe to show in one line.
    public let name: String
    /// `.camera` for a picture that the person takes, `.photos` for one that they choose.
    public let permission: PermissionName

    package init(number: Int, extensionID: ExtensionID, name: String, permission: PermissionName) {
        self.number = number
        self.extensionID = extensionID
        self.name = name
        self.permission = permission
    }
}
