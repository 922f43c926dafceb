internal import MayflyLinux
internal import MayflyModel
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
    /// One transaction of these at a time: whoever waits for the turn of another write has a thread of all tasks, of which there are few.
    private let turns = AsyncSemaphore(1)
    /// The time that others have for writing after a part. Other programs wait for the lock with pauses of their own.
    private static let pause = Duration.milliseconds(10)

    package init(store: Store) {
        self.store = store
    }

    /// Puts the items into the log of every other device and settles the envelope. What is much for many devices is done in parts; a task
    /// that is cancelled leaves the rest for later.
    package func deliver(_ envelope: Envelope) async throws {
        var served = 0
        while let next = try await turns.withPermit({ () throws(MayflyError) in
            try store.handOver(envelope, after: served)
        }) {
            served = next
            try await Task.sleep(for: Self.pause)
        }
    }
}
