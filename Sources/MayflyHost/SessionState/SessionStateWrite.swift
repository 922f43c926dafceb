/// How a write of a session's state went.
public enum SessionStateWrite: Sendable, Hashable {
    /// It stands there now, under this version; 0 when it was removed.
    case stored(version: UInt64)
    /// Another version stands there than the writer expected, and still does: this one.
    case conflict(SessionState)
}
