package import MayflyModel

/// How much of a rate is used up (a leaky bucket): what was added drains with time.
package struct RateMeter: Sendable {
    private let rate: Policy.Rate
    private var level = 0.0
    private var moment: Moment?

    /// Nothing is used up yet.
    package init(_ rate: Policy.Rate) { self.rate = rate }

    /// What was added and has not drained yet.
    package var used: Int { Int(level.rounded(.up)) }

    /// Whether more was added than the rate allows in one burst.
    package var isOver: Bool { level > Double(rate.burst) }

    /// Adds an amount now.
    package mutating func add(_ amount: Int, at now: Moment = .now) {
        let passed = moment.map { max($0.microseconds(to: now), 0) } ?? 0
        moment = now
        level = max(0, level - Double(passed) / 1_000_000 * Double(rate.perSecond)) + Double(amount)
    }
}
