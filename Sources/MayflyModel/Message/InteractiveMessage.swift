/// A bubble that an extension made: a payload, a layout and a session (model 2.6).
public struct InteractiveMessage: Sendable, Hashable, Codable {
    /// Nil for a bubble that no later message replaces (model 5.1).
    public var session: SessionID?
    /// Nil until the message is put into an `Item` (C-198).
    public var sender: ParticipantID?
    /// The payload, byte for byte as the extension wrote it (C-116, C-199).
    public var url: String?
    /// How the bubble looks.
    public var layout: TemplateLayout?
    /// Whether it is deleted a short time after the recipient has read it (C-146).
    public var shouldExpire = false
    /// The line that replaces this message when a newer one of the session arrives. Empty means none (D-23).
    public var summaryText: MentionText?
    /// Spoken in place of the bubble (C-215).
    public var accessibilityLabel: MentionText?
    /// Why sending failed; nil for a message that is unsent or sent (C-138).
    public var error: MessageError?
    /// True from creation until sending starts (C-139).
    public var isPending = true

    /// A new message without a sender.
    public init(session: SessionID? = nil, url: String? = nil, layout: TemplateLayout? = nil) {
        self.session = session
        self.url = url
        self.layout = layout
    }

    /// What a screen reader speaks: the label, else the summary, else the caption; nil when all are missing or empty
    /// (D-08).
    public var spokenText: MentionText? {
        [accessibilityLabel, summaryText, layout?.caption].lazy.compactMap { $0 }.first { !$0.isEmpty }
    }
}

extension InteractiveMessage {
    /// Checks the rules that depend on the message alone, in the order 8, 1002, 1003 (model 2.2).
    ///
    /// The caller checks whether the extension may call (1001, 11) and the media files.
    public func validate() throws(MessageError) {
        if let url {
            try MessageURL.validate(url)
        }
        guard layout != nil || !(url ?? "").isEmpty else {
            throw MessageError(.invalidMessage, "a message needs a layout or a URL, and this one has neither")
        }
    }
}

extension InteractiveMessage {
    /// The URL, byte for byte, if a browser may open it: its scheme is http or https in any case (C-253, C-258).
    public var webURL: String? {
        guard let url, let scheme = MessageURL.scheme(of: url) else { return nil }
        let folded = scheme.lowercased()
        return folded.hasSameBytes(as: "http") || folded.hasSameBytes(as: "https") ? url : nil
    }
}
