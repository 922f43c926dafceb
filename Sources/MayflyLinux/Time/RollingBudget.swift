/// How much a growing total, such as processor time, has increased within a moving window of time.
package struct RollingBudget: Sendable {
    private struct Reading {
        let moment: Moment
        let total: Duration
    }

    private let window: Duration
    /// The readings within the window, oldest first. There are about twenty, so the window is up to a twentieth
    /// shorter.
    private var readings: [Reading]

    /// Starts at zero at `beginning`.
    package init(window: Duration, from beginning: Moment = .now) {
        self.window = window
        readings = [Reading(moment: beginning, total: .zero)]
    }

    /// Takes the total since the beginning, and returns the increase within the window. The window is up to a twentieth
    /// shorter.
    package mutating func use(_ total: Duration, at now: Moment = .now) -> Duration {
        readings.removeAll { $0.moment.duration(to: now) > window }
        if readings.last.map({ $0.moment.duration(to: now) >= window / 20 }) ?? true {
            readings.append(Reading(moment: now, total: total))
        }
        return total - (readings.first?.total ?? total)
    }
}
