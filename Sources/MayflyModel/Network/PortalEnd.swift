/// How `mayfly-portal` ends: its exit status, which says what it has written.
package enum PortalEnd: Int32, Sendable {
    /// The bytes of the picture.
    case picture = 0
    /// Nothing: the person has given none, or nobody wants it any more.
    case cancelled = 3
    /// A sentence that says why there is none.
    case unavailable = 4

    /// The largest picture, in bytes.
    package static let mostBytes = 16 << 20
    /// The longest sentence, in characters.
    package static let longestReason = 300
}
