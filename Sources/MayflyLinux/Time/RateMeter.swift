package import MayflyModel

/// How much of a rate is used up: what comes in flows off with time.
package struct RateMeter: Sendable {
    let rate: Policy.Rate
    private var level = 0.0
    private var moment: Moment?

    package init(_ rate: Policy.Rate) { self.rate = rate }

    /// What has come in and has not flown off yet.
    package var used: Int { Int(level.rounded(.up)) }

    package var isOver: Bool { level > Double(rate.burst) }

    package mutating func add(_ amount: Int, at now: Moment = .now) {
        let passed = moment.map { max($0.microseconds(to: now), 0) } ?? 0
        moment = now
        level = max(0, level - Double(passed) / 1_000_000 * Double(rate.perSecond)) + Double(amount)
    }
}
