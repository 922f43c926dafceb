public import MayflyStore

/// What carries messages from one member of a conversation to the others.
///
/// The host keeps an envelope until its transport has answered, over restarts too, so the same one may come again: a
/// receiver must take each item once.
public protocol Transport: Sendable {
    /// Returns once every other member has the envelope, or will surely get it.
    ///
    /// An error marks its items as failed for good (C-138); a `CancellationError` leaves them for the next attempt.
    func deliver(_ envelope: Envelope) async throws
}
