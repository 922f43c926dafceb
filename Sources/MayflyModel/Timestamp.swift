/// A moment, in milliseconds since the beginning of 1970 (UTC), without leap seconds.
public struct Timestamp: RawRepresentable, Sendable, Hashable, Codable {
    public let rawValue: Int64

    public init(rawValue: Int64) { self.rawValue = rawValue }

    /// The moment that long after this one, rounded down to milliseconds; the last moment there is where it lies beyond.
    public func advanced(by duration: Duration) -> Timestamp {
        let (seconds, attoseconds) = duration.components
        let (milliseconds, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        let (sum, beyond) = rawValue.addingReportingOverflow(milliseconds + attoseconds / 1_000_000_000_000_000)
        return overflow || beyond ? Timestamp(rawValue: .max) : Timestamp(rawValue: sum)
    }

    /// How long it is until another moment; negative for an earlier one.
    public func duration(to other: Timestamp) -> Duration {
        let (difference, overflow) = other.rawValue.subtractingReportingOverflow(rawValue)
        return .milliseconds(overflow ? (other.rawValue < rawValue ? Int64.min : .max) : difference)
    }
}

extension Timestamp: Comparable {
    public static func < (left: Timestamp, right: Timestamp) -> Bool { left.rawValue < right.rawValue }
}
