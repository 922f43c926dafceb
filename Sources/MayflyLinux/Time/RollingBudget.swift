/// How much of something that only grows, such as processor time, was used within a window of time that moves along.
package struct RollingBudget: Sendable {
    private struct Reading {
        let moment: Moment
        let total: Duration
    }

    private let window: Duration
    /// Readings within the window, oldest first. Twenty are enough: the window is at most that much shorter.
    private var readings: [Reading]

    /// Nothing was used until then.
    package init(window: Duration, from beginning: Moment = .now) {
        self.window = window
        readings = [Reading(moment: beginning, total: .zero)]
    }

    /// Takes what was used since the beginning, and gives what was used within the window. The window is up to a twentieth shorter.
    package mutating func use(_ total: Duration, at now: Moment = .now) -> Duration {
        readings.removeAll { $0.moment.duration(to: now) > window }
        if readings.last.map({ $0.moment.duration(to: now) >= window / 20 }) ?? true {
            readings.append(Reading(moment: now, total: total))
        }
        return total - (readings.first?.total ?? total)
    }
}
