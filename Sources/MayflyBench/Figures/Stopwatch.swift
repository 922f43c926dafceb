internal import Glibc

/// Measures time by CLOCK_MONOTONIC, which `bench-floor` uses too.
package struct Stopwatch: Sendable {
    private let begun: Int64

    package init() { begun = Self.now }

    package var elapsed: Duration { .nanoseconds(Self.now - begun) }

    private static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}

extension Duration {
    package var inMicroseconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) * 1e6 + Double(attoseconds) / 1e12
    }
}
