internal import MayflyLinux
internal import MayflyModel
internal import Synchronization

/// How fast an extension reads the messages of a session.
///
/// Others decide how many there are and how large, so the host's time for reading them does not end the extension, as other time does.
/// Where it has taken as much as `Policy.hostBudget`, the next reading waits, so that the rest takes no more than this within
/// `Policy.hostWindow`.
final class ReadingPace: CPUAccount {
    /// In microseconds.
    private let rate: Policy.Rate
    private let meter: Mutex<RateMeter>

    /// Nothing was read yet.
    init(_ policy: Policy) {
        let (budget, window) = (policy.hostBudget.microseconds, max(policy.hostWindow, .milliseconds(1)))
        rate = Policy.Rate(burst: Int(budget), perSecond: max(1, Int(Double(budget) / (window / .seconds(1)))))
        meter = Mutex(RateMeter(rate))
    }

    func noteHostTime(_ time: Duration) { noteHostTime(time, at: .now) }

    func noteHostTime(_ time: Duration, at now: Moment) { meter.withLock { $0.add(Int(time.microseconds), at: now) } }

    /// How long the next reading waits; nil where it may begin.
    func pause(at now: Moment = .now) -> Duration? {
        let excess = meter.withLock { meter in
            meter.add(0, at: now)
            return meter.used - rate.burst
        }
        return excess > 0 ? .seconds(Double(excess) / Double(rate.perSecond)) : nil
    }

    /// Waits until the next reading may begin. Throws where the task is cancelled before.
    func wait() async throws {
        while let pause = pause() { try await Task.sleep(for: pause) }
    }
}
