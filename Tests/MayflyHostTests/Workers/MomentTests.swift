import Testing

@testable import MayflyHost

/// The event loop's clock.
@Suite struct MomentTests {
    @Test func theLongestDelayIsForEver() {
        let now = Moment.now
        for delay in [Duration.seconds(Int64.max), .seconds(300 * 365 * 86_400)] {
            let end = now + delay
            #expect(end > now)
            #expect(now.wait(until: end) > 0)
        }
    }

    @Test func whatIsPastIsNotWaitedFor() {
        let now = Moment.now
        #expect(now.wait(until: now + .milliseconds(-5)) == 0)
        #expect(now.wait(until: now + .milliseconds(5)) == 5_000_000)
        #expect((now + .milliseconds(5)).duration(to: now) == .milliseconds(-5))
    }

    @Test func doesNotRunBackwards() {
        let first = Moment.now
        #expect(first <= Moment.now)
    }
}
