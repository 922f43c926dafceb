internal import MayflyStore

/// An envelope that a window has sent, and the claim that keeps other windows and programs from delivering it, too.
struct Departure: Sendable {
    /// What the log says of one that stays in the outbox when its window ends.
    static let staysNote = "a message is not delivered yet: the next window on the conversation does it"

    let envelope: Envelope
    let claim: EnvelopeClaim?
}
