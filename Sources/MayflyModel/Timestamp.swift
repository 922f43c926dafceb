/// A point in time, in milliseconds since the beginning of 1970 (UTC), without leap seconds.
public struct Timestamp: RawRepresentable, Sendable, Hashable, Codable {
    /// Milliseconds since the beginning of 1970 (UTC).
    public let rawValue: Int64

    /// - Parameter rawValue: milliseconds since the beginning of 1970 (UTC).
    public init(rawValue: Int64) { self.rawValue = rawValue }

    /// The time that is `duration` later, rounded down to milliseconds; the last representable time on overflow.
    public func advanced(by duration: Duration) -> Timestamp {
        let (seconds, attoseconds) = duration.components
        let (milliseconds, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        let (sum, beyond) = rawValue.addingReportingOverflow(milliseconds + attoseconds / 1_000_000_000_000_000)
        return overflow || beyond ? Timestamp(rawValue: .max) : Timestamp(rawValue: sum)
    }

    /// The duration until another time; negative for an earlier one.
    public func duration(to other: Timestamp) -> Duration {
        let (difference, overflow) = other.rawValue.subtractingReportingOverflow(rawValue)
        return .milliseconds(overflow ? (other.rawValue < rawValue ? Int64.min : .max) : difference)
    }
}

extension Timestamp: Comparable {
    public static func < (left: Timestamp, right: Timestamp) -> Bool { left.rawValue < right.rawValue }
}
