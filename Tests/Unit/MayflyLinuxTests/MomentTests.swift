import Testing

@testable import MayflyLinux

/// The event loop's clock.
@Suite struct MomentTests {
    @Test func theLongestDelayIsForEver() {
        let now = Moment.now
        for delay in [Duration.seconds(Int64.max), .seconds(300 * 365 * 86_400)] {
            let end = now + delay
            #expect(end > now)
        }
    }

    @Test func countsBothWays() {
        let now = Moment.now
        #expect(now.microseconds(to: now + .milliseconds(5)) == 5_000)
        #expect((now + .milliseconds(5)).duration(to: now) == .milliseconds(-5))
    }

    @Test func doesNotRunBackwards() {
        let first = Moment.now
        #expect(first <= Moment.now)
    }
}
