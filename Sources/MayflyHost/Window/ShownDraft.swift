public import MayflyModel

/// What a person has seen of an input field, for a user interface in which the person taps Send.
///
/// An extension can change the field at any time, also in the moment of the tap. So a tap counts only for what has been on screen
/// for a while. The value has no clock: the moments are those of the caller's clock. A script has no need of it: what was printed
/// for it is what it sends.
public struct ShownDraft: Sendable {
    /// How long a change by an extension must have been on screen before a tap counts.
    public let pause: Duration
    /// What was shown last; empty before the first call of `show`.
    public private(set) var draft = Draft()
    /// When a change by an extension was shown last.
    private var changed: ContinuousClock.Instant?

    /// Nothing was shown yet.
    public init(pause: Duration = .milliseconds(500)) { self.pause = pause }

    /// The person sees this content from that moment on. Call it when it is drawn, and not while something covers the field.
    public mutating func show(_ new: Draft, at moment: ContinuousClock.Instant) {
        if new.hasNewFromExtensions(since: draft) { changed = moment }
        draft = new
    }

    /// The content that a tap on Send means, for `ConversationWindow.send(_:)`. `moment` is that of the tap itself, not that at
    /// which the program comes to it.
    ///
    /// Throws `.notAsShown` for a tap that a change by an extension precedes by less than `pause`, or follows: the person taps
    /// again.
    public func draft(tappedAt moment: ContinuousClock.Instant) throws(MayflyError) -> DraftID {
        guard let changed, moment < changed + pause else { return draft.id }
        throw MayflyError(
            .notAsShown,
            "nothing is sent: an extension has changed the input field just now; look at it, and send again"
        )
    }
}
