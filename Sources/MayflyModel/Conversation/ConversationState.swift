/// One conversation as one device sees it: the fold of its events, and nothing else.
public struct ConversationState: Sendable, Hashable {
    public private(set) var draft = Draft()
    public private(set) var transcript = Transcript()
    /// What this host leaves of a message without summary text (C-166).
    public let summaryFallback: SummaryFallback

    public init(summaryFallback: SummaryFallback = .remove) {
        self.summaryFallback = summaryFallback
    }

    /// Takes up one event: the only way to change the state. Any event is possible in any state.
    public mutating func apply(_ event: ConversationEvent) {
        draft.apply(event)
        transcript.apply(event, fallback: summaryFallback)
    }
}
