internal import CMayflyLinux

/// A moment of CLOCK_MONOTONIC, which stops while the machine is suspended, so that a suspend never expires a deadline.
///
/// It is used instead of `ContinuousClock.Instant`, whose size is not known outside the standard library: functions
/// that copy a value with such a member look up its layout each time.
package struct Moment: Sendable, Hashable, Comparable {
    /// Since the start of the clock.
    package let nanoseconds: Int64

    /// The present moment.
    package static var now: Moment { Moment(nanoseconds: mayfly_now()) }

    /// The whole microseconds from this moment to the other.
    package func microseconds(to other: Moment) -> Int64 { (other.nanoseconds - nanoseconds) / 1000 }

    /// The time from this moment to the other; negative if that is earlier.
    package func duration(to other: Moment) -> Duration { .nanoseconds(other.nanoseconds - nanoseconds) }

    /// The moment after that delay; the last possible moment if the sum overflows.
    package static func + (moment: Moment, delay: Duration) -> Moment {
        let (seconds, attoseconds) = delay.components
        // Longer delays are limited to 272 years, so that the product does not overflow.
        let most: Int64 = 1 << 33
        let delay = min(max(seconds, -most), most) * 1_000_000_000 + attoseconds / 1_000_000_000
        let (sum, isOver) = moment.nanoseconds.addingReportingOverflow(delay)
        return Moment(nanoseconds: isOver ? .max : sum)
    }

    package static func < (left: Moment, right: Moment) -> Bool { left.nanoseconds < right.nanoseconds }
}
