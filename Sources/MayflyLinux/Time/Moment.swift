internal import CMayflyLinux

/// A moment of the clock that stands still while the machine sleeps (CLOCK_MONOTONIC), in nanoseconds: nobody is late for that.
///
/// The event loop has its own instead of `ContinuousClock.Instant`, whose size no other module knows: what holds one is moved
/// about by functions that look its layout up each time.
package struct Moment: Sendable, Hashable, Comparable {
    package let nanoseconds: Int64

    package static var now: Moment { Moment(nanoseconds: mayfly_now()) }

    /// Whole microseconds from here to the other.
    package func microseconds(to other: Moment) -> Int64 { (other.nanoseconds - nanoseconds) / 1000 }

    package func duration(to other: Moment) -> Duration { .nanoseconds(other.nanoseconds - nanoseconds) }

    package static func + (moment: Moment, delay: Duration) -> Moment {
        let (seconds, attoseconds) = delay.components
        // Three hundred years are for ever, and do not overflow.
        let most: Int64 = 1 << 33
        let delay = min(max(seconds, -most), most) * 1_000_000_000 + attoseconds / 1_000_000_000
        let (sum, isOver) = moment.nanoseconds.addingReportingOverflow(delay)
        return Moment(nanoseconds: isOver ? .max : sum)
    }

    package static func < (left: Moment, right: Moment) -> Bool { left.nanoseconds < right.nanoseconds }
}
