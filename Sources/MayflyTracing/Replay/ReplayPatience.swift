/// How long a replay waits for what its record says: the rules, without a clock.
///
/// A wait begins with each step of the record, and nothing else makes it longer: an extension that only does what the record does not
/// have keeps no replay from its end.
struct ReplayPatience {
    /// How long the extension may do nothing while the record goes on.
    static let time = Duration.seconds(3)
    /// How often that may be in a replay. A build that does nothing of a long record is given up.
    static let mostWaits = 20

    private var progress: ReplayPlan.Progress?
    private var number = 0
    private var inVain = 0

    /// Whether it has waited in vain as often as it may.
    var isAtEnd: Bool { inVain >= Self.mostWaits }

    /// Begins a wait, whose number it gives, where there is progress; nil where the wait before goes on.
    mutating func begin(at progress: ReplayPlan.Progress) -> Int? {
        guard progress != self.progress else { return nil }
        self.progress = progress
        number += 1
        return number
    }

    /// The time of a wait is over. Whether what is waited for is to be given up: not where there was progress since, nor in a callback,
    /// for whose end there is a deadline.
    mutating func isOver(_ number: Int, at progress: ReplayPlan.Progress) -> Bool {
        guard number == self.number, !progress.isCalling else { return false }
        inVain += 1
        return true
    }
}
