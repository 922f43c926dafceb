/// One conversation as one device sees it: the fold of its events, and nothing else.
public struct ConversationState: Sendable, Hashable, Codable {
    public private(set) var draft = Draft()
    public private(set) var transcript = Transcript()
    /// What this host leaves of a message without summary text (C-166).
    public let summaryFallback: SummaryFallback

    public init(summaryFallback: SummaryFallback = .remove) {
        self.summaryFallback = summaryFallback
    }

    /// Takes up one event: the only way to change the state. Any event is possible in any state.
    ///
    /// Events of several processes may come between each other, so one that names what is no longer there changes nothing.
    public mutating func apply(_ event: ConversationEvent) {
        switch event {
        case .staged(let item): draft.stage(item)
        case .replacedText(let item): draft.replaceText(with: item)
        case .cancelledMessage(let id): draft.cancelMessage(id)
        case .removed(let id): draft.remove(id)
        case .cleared: draft = Draft()
        case .sent(let items): send(items)
        case .received(let item): transcript.add(item, .received, fallback: summaryFallback)
        case .delivered(let ids): for id in ids { transcript.mark(id, .sent) }
        case .failed(let ids, let error): for id in ids { transcript.mark(id, .failed, error: error) }
        }
    }

    /// Takes only these items out of the field: a direct send leaves it alone, and so does what came in meanwhile.
    private mutating func send(_ items: [Item]) {
        for item in items {
            draft.remove(item.id)
            transcript.add(item, .sending, fallback: summaryFallback)
        }
    }
}
