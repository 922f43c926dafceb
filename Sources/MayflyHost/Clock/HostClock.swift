internal import Foundation
public import MayflyModel

/// The clock by which messages expire. An embedder may provide its own, and a test one that it sets.
public protocol HostClock: Sendable {
    /// The time of day. It goes on while the host does not run: messages that expired meanwhile are deleted at its next start.
    var now: Timestamp { get }

    /// Returns once `now` has reached the moment, or throws a `CancellationError` when the task is cancelled.
    func wait(until moment: Timestamp) async throws
}

/// The clock of the machine.
public struct SystemClock: HostClock {
    /// The machine's clock may be set during a sleep, so it is read again at least this often.
    private static let longestSleep = Duration.seconds(30)

    /// The clock of this machine; all values are equal.
    public init() {}

    /// The time of the machine's clock (CLOCK_REALTIME).
    public var now: Timestamp { Timestamp(rawValue: Int64(Date().timeIntervalSince1970 * 1000)) }

    /// Returns once the clock has reached that moment, also when it was set meanwhile. Throws when the task is cancelled.
    public func wait(until moment: Timestamp) async throws {
        while now < moment { try await Task.sleep(for: min(now.duration(to: moment), Self.longestSleep)) }
        try Task.checkCancellation()
    }
}
