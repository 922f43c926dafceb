public import MayflyModel

/// What a person has seen of an input field, for a user interface in which the person taps Send.
///
/// An extension can change the field at any time, also in the moment of the tap, and can cover it. So a tap counts only for what has
/// been on screen for a while without a break. The value has no clock: the moments are those of the caller's clock. A script has no
/// need of it: what was printed for it is what it sends.
public struct ShownDraft: Sendable {
    /// How long a change by an extension must have been on screen before a tap counts.
    public let pause: Duration
    /// What was shown last, without what was hidden again too early; empty before the first call of `show`.
    public private(set) var draft = Draft()
    /// What was shown before the changes for which `pause` has not passed.
    private var seen = Draft()
    /// When a change by an extension was shown last.
    private var changed: ContinuousClock.Instant?

    /// Nothing was shown yet.
    public init(pause: Duration = .milliseconds(500)) { self.pause = pause }

    /// The person sees this content from that moment on. Call it when it is drawn whole, and not while something covers the field.
    public mutating func show(_ new: Draft, at moment: ContinuousClock.Instant) {
        if !isHeld(at: moment) { seen = draft }
        if new.hasNewFromExtensions(since: draft) { changed = moment }
        draft = new
    }

    /// The person does not see the field from that moment on, up to the next `show`. Call it when something covers the field, or cuts
    /// it.
    ///
    /// A change by an extension that was on screen for less than `pause` does not count as shown.
    public mutating func hide(at moment: ContinuousClock.Instant) {
        if isHeld(at: moment) { draft = seen } else { seen = draft }
    }

    /// The content that a tap on Send means, for `ConversationWindow.send(_:)`. `moment` is that of the tap itself, not that at
    /// which the program comes to it.
    ///
    /// Throws `.notAsShown` for a tap that a change by an extension precedes by less than `pause`, or follows: the person taps
    /// again. While the field is hidden, the content is that which was shown for long enough before.
    public func draft(tappedAt moment: ContinuousClock.Instant) throws(MayflyError) -> DraftID {
        guard isHeld(at: moment) else { return draft.id }
        throw MayflyError(
            .notAsShown,
            "nothing is sent: an extension has changed the input field just now; look at it, and send again"
        )
    }

    /// Whether an extension has changed the field less than `pause` before that moment, or after it.
    private func isHeld(at moment: ContinuousClock.Instant) -> Bool { changed.map { moment < $0 + pause } ?? false }
}
