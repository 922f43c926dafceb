public import MayflyModel

/// What a person is asked when an extension uses a permission for the first time (C-011).
public struct PermissionQuestion: Sendable, Hashable {
    /// Names the question in its window.
    public let number: Int
    /// Which extension asks.
    public let extensionID: ExtensionID
    /// Its name, safe to show in one line.
    public let name: String
    /// What it asks for.
    public let permission: PermissionName
    /// Why, in the words of the extension's author: show them as such. They are safe to show in one line, and nobody has checked them.
    public let reason: String

    package init(number: Int, extensionID: ExtensionID, name: String, permission: PermissionName, reason: String) {
        self.number = number
        self.extensionID = extensionID
        self.name = name
        self.permission = permission
        self.reason = reason
    }
}
