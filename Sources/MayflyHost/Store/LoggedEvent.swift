package import MayflyModel

/// An event with its place in the log of one conversation on one device.
package struct LoggedEvent: Sendable, Hashable {
    /// From 1, without gaps.
    package let seq: Int
    package let event: ConversationEvent

    package init(seq: Int, event: ConversationEvent) {
        self.seq = seq
        self.event = event
    }
}
