internal import Foundation
public import MayflyModel

/// The clock of the machine.
public struct SystemClock: HostClock {
    /// Someone may set the machine's clock while we sleep, so it is looked at again at least this often.
    private static let longestSleep = Duration.seconds(30)

    public init() {}

    public var now: Timestamp { Timestamp(rawValue: Int64(Date().timeIntervalSince1970 * 1000)) }

    public func wait(until moment: Timestamp) async throws {
        while now < moment { try await Task.sleep(for: min(now.duration(to: moment), Self.longestSleep)) }
        try Task.checkCancellation()
    }
}
