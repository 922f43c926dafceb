/// One interactive message: a bubble that opens this extension on a tap.
///
/// The host copies it when it is inserted, and changes to a message from the host change no bubble (C-068, C-122). At
/// least one of ``url`` and ``layout`` must be set.
public struct Message: Equatable, Sendable {
    /// The session; a newer message of the session replaces this one. A message without a session replaces none
    /// (C-162).
    public var session: Session?
    /// The payload: `http`, `https`, `data`, or a bare query such as `?base=cone`; up to 5,000 characters. The host
    /// sends it byte for byte (C-199). ``Query`` writes and reads it.
    public var url: String?
    /// How the bubble looks.
    public var layout: TemplateLayout?
    /// The text that replaces this message when a newer one of its session arrives (C-154).
    public var summaryText: String?
    /// Spoken for the bubble (C-215).
    public var accessibilityLabel: String?
    /// Whether the message is deleted a short time after the recipient has read it (C-146).
    public var shouldExpire = false
    /// The sender. The host sets it; `nil` on a new message (C-198).
    public internal(set) var sender: Identifier?
    /// Whether sending has not begun. The host sets it (C-139).
    public internal(set) var isPending = true
    /// Why sending failed. The host sets it (C-138).
    public internal(set) var error: MessageError?

    /// A new message, optionally the next one of a session.
    public init(session: Session? = nil) {
        self.session = session
    }

    /// The query of ``url``; empty without one.
    public var query: Query { Query(url ?? "") }
}
