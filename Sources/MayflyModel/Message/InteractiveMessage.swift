/// A bubble that an extension made: a payload, a look and a place in a session (model 2.6).
public struct InteractiveMessage: Sendable, Hashable, Codable {
    /// Nil for an ordinary immortal bubble (model 5.1).
    public var session: SessionID?
    /// Nil until the message is put into an `Item` (C-198).
    public var sender: ParticipantID?
    /// The payload, exactly as the extension wrote it: never normalised, never rewritten (C-116, C-199).
    public var url: String?
    public var layout: TemplateLayout?
    /// Delete it a short time after the recipient has read it (C-146).
    public var shouldExpire = false
    /// The line that stays when a newer message of the session replaces this one. Empty means none (D-23).
    public var summaryText: MentionText?
    public var accessibilityLabel: MentionText?
    /// Why sending failed; nil for what is unsent or sent (C-138).
    public var error: MessageError?
    /// True from creation until sending starts (C-139).
    public var isPending = true

    public init(session: SessionID? = nil, url: String? = nil, layout: TemplateLayout? = nil) {
        self.session = session
        self.url = url
        self.layout = layout
    }

    /// What a screen reader speaks: the label, else the summary, else the caption; nil when all are missing or empty (D-08).
    public var spokenText: MentionText? {
        [accessibilityLabel, summaryText, layout?.caption].lazy.compactMap { $0 }.first { !$0.isEmpty }
    }
}
