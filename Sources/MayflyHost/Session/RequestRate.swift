internal import MayflyLinux
internal import MayflyModel
internal import Synchronization

/// How often an extension has asked for requests.
final class RequestRate: Sendable {
    private let meter: Mutex<RateMeter>

    init(_ rate: Policy.Rate) { meter = Mutex(RateMeter(rate)) }

    /// Counts a request. False where there are too many, which does not count.
    func take(at now: Moment = .now) -> Bool {
        meter.withLock { meter in
            var next = meter
            next.add(1, at: now)
            guard !next.isOver else { return false }
            meter = next
            return true
        }
    }
}
