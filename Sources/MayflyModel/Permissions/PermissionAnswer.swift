/// What a person answers when an extension asks for a permission.
public enum PermissionAnswer: String, Sendable, Hashable, CaseIterable {
    /// Until the extension is closed.
    case once
    /// Until it is withdrawn, or the extension is removed.
    case always
    /// Also later: the extension does not ask again until the answer is withdrawn.
    case no
}
