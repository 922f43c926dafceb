/// One interactive message: a bubble that opens this extension when it is tapped.
///
/// A value: the host takes a copy when it is inserted, and changing what the host handed out changes no bubble (C-068,
/// C-122). At least one of ``url`` and ``layout`` must be set.
public struct Message: Equatable, Sendable {
    /// Joins this message to earlier ones. Without a session it never takes the place of another (C-162).
    public var session: Session?
    /// The payload: `http`, `https`, `data`, or a bare query such as `?base=cone`; up to 5,000 characters. The host
    /// hands it on byte for byte (C-199). ``Query`` writes and reads it.
    public var url: String?
    /// How the bubble looks.
    public var layout: TemplateLayout?
    /// What is left in this message's place when a newer one of its session replaces it (C-154).
    public var summaryText: String?
    /// Spoken for the bubble (C-215).
    public var accessibilityLabel: String?
    /// Whether the message goes a short time after the recipient has read it (C-146).
    public var shouldExpire = false
    /// Who sent it. The host sets it; `nil` on a new message (C-198).
    public internal(set) var sender: Identifier?
    /// Whether sending has not begun yet. The host sets it (C-139).
    public internal(set) var isPending = true
    /// Why sending failed. The host sets it (C-138).
    public internal(set) var error: MessageError?

    /// A new message, optionally the next of a session.
    public init(session: Session? = nil) {
        self.session = session
    }

    /// The query of ``url``; empty without one.
    public var query: Query { Query(url ?? "") }
}
