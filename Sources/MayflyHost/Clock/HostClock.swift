public import MayflyModel

/// The time by which messages expire. An embedder may bring its own; a test one that it moves by hand.
public protocol HostClock: Sendable {
    /// The time of day, which survives the host: an expiry that it missed is made up for when it starts again.
    var now: Timestamp { get }

    /// Returns once `now` has reached the moment, or throws a `CancellationError` when the task is cancelled.
    func wait(until moment: Timestamp) async throws
}
