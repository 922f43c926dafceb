public import MayflyStore

/// What carries messages from one device of a conversation to all others: those of the other members, and those of the sender.
///
/// The host keeps an envelope until its transport has answered, also over restarts. So an envelope may come more than once, and
/// a receiver must take each item only once.
public protocol Transport: Sendable {
    /// Returns when every other device has the envelope, or is certain to get it.
    ///
    /// An error marks the items as failed for ever (C-138); after a `CancellationError` the host tries again later.
    func deliver(_ envelope: Envelope) async throws
}

/// Carries messages between the devices of one home folder, so that they can talk without a server.
package struct LoopbackTransport: Transport {
    private let store: Store

    package init(store: Store) {
        self.store = store
    }

    /// Puts the items into the log of every other device and settles the envelope, in one transaction.
    package func deliver(_ envelope: Envelope) async throws {
        try store.handOver(envelope)
    }
}
