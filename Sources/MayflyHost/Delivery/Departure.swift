internal import MayflyStore

/// An envelope that a window has sent, and the claim that keeps other windows and programs from delivering it, too.
struct Departure: Sendable {
    let envelope: Envelope
    let claim: EnvelopeClaim?
}
