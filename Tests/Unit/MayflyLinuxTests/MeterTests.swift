import Testing

@testable import MayflyLinux
@testable import MayflyModel

/// Rates and budgets, as pure values.
@Suite struct MeterTests {
    private let start = Moment.now

    private func after(_ milliseconds: Int) -> Moment { start + .milliseconds(milliseconds) }

    @Test func aRateAllowsABurstAndThenSoMuchASecond() {
        var meter = RateMeter(Policy.Rate(burst: 100, perSecond: 10))
        meter.add(100, at: start)
        #expect(!meter.isOver)
        meter.add(1, at: start)
        #expect(meter.isOver)
        meter.add(0, at: after(200))
        #expect(!meter.isOver)
        #expect(meter.used == 99)
        meter.add(10, at: after(1_000))
        #expect(meter.isOver)
        // Idleness is not saved up beyond the burst.
        meter.add(100, at: after(1_000_000))
        #expect(!meter.isOver)
        meter.add(1, at: after(1_000_000))
        #expect(meter.isOver)
    }

    @Test func timeThatRunsBackwardsGivesNothing() {
        var meter = RateMeter(Policy.Rate(burst: 10, perSecond: 10))
        meter.add(10, at: after(1_000))
        meter.add(1, at: start)
        #expect(meter.isOver)
    }

    @Test func aBudgetCountsWhatWasUsedWithinTheWindow() {
        var budget = RollingBudget(window: .seconds(10), from: start)
        #expect(budget.use(.seconds(3), at: after(4_000)) == .seconds(3))
        #expect(budget.use(.seconds(5), at: after(9_000)) == .seconds(5))
        // What was used before the window began is free again: the oldest reading in it is that of 4 s.
        #expect(budget.use(.seconds(6), at: after(13_000)) == .seconds(3))
        #expect(budget.use(.seconds(6), at: after(60_000)) == .zero)
    }

    @Test func frequentLooksChangeNothing() {
        var budget = RollingBudget(window: .seconds(10), from: start)
        var used = Duration.zero
        // Two fifths of the time, for a minute.
        for look in 1...6_000 { used = budget.use(.milliseconds(look * 4), at: after(look * 10)) }
        #expect(used <= .seconds(4))
        #expect(used > .milliseconds(3_700))
    }
}
