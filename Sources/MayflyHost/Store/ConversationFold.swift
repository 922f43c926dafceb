package import MayflyModel

/// A conversation's state and how far into the log it reaches.
package struct ConversationFold: Sendable, Hashable {
    package private(set) var state: ConversationState
    /// The place of the last event that is in the state; 0 before the first.
    package private(set) var lastSeq = 0

    package init(summaryFallback: SummaryFallback = .remove) {
        state = ConversationState(summaryFallback: summaryFallback)
    }

    /// Takes up what follows, in order; what is in the state already is passed over.
    package mutating func apply(_ events: [LoggedEvent]) {
        for logged in events where logged.seq > lastSeq {
            state.apply(logged.event)
            lastSeq = logged.seq
        }
    }
}
