internal import CMayflyLinux

/// A moment of CLOCK_MONOTONIC, which stands still while the machine sleeps, so that a suspend never expires a deadline.
///
/// It is used instead of `ContinuousClock.Instant`, whose size is not known outside the standard library: values that hold one
/// are copied by functions that look up its layout each time.
package struct Moment: Sendable, Hashable, Comparable {
    /// Since the clock began.
    package let nanoseconds: Int64

    /// The present moment.
    package static var now: Moment { Moment(nanoseconds: mayfly_now()) }

    /// Whole microseconds from here to the other.
    package func microseconds(to other: Moment) -> Int64 { (other.nanoseconds - nanoseconds) / 1000 }

    /// The time from here to the other; negative where that is earlier.
    package func duration(to other: Moment) -> Duration { .nanoseconds(other.nanoseconds - nanoseconds) }

    /// The moment after that delay. A sum that overflows is the last moment.
    package static func + (moment: Moment, delay: Duration) -> Moment {
        let (seconds, attoseconds) = delay.components
        // Longer delays are cut to 272 years, so that the product does not overflow.
        let most: Int64 = 1 << 33
        let delay = min(max(seconds, -most), most) * 1_000_000_000 + attoseconds / 1_000_000_000
        let (sum, isOver) = moment.nanoseconds.addingReportingOverflow(delay)
        return Moment(nanoseconds: isOver ? .max : sum)
    }

    package static func < (left: Moment, right: Moment) -> Bool { left.nanoseconds < right.nanoseconds }
}
