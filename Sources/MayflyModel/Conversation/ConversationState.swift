/// One conversation as one device sees it, computed from the events of its log alone.
public struct ConversationState: Sendable, Hashable {
    /// The content of the input field.
    public private(set) var draft = Draft()
    /// The rows that were sent and received.
    public private(set) var transcript = Transcript()
    /// What replaces a collapsed message that has no summary text (C-166).
    public let summaryFallback: SummaryFallback

    /// The state before the first event.
    public init(summaryFallback: SummaryFallback = .remove) {
        self.summaryFallback = summaryFallback
    }

    /// Applies one event, which is the only way to change the state. Every event is valid in every state.
    public mutating func apply(_ event: ConversationEvent) {
        draft.apply(event)
        transcript.apply(event, fallback: summaryFallback)
    }
}
