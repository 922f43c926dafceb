extension Manifest {
    /// The oldest and the newest version of the C ABI that an extension speaks, both included.
    public struct ABIRange: Sendable, Hashable, CustomStringConvertible {
        public let min: ABIVersion
        public let max: ABIVersion

        /// Nil when the oldest is newer than the newest.
        public init?(min: ABIVersion, max: ABIVersion) {
            guard min <= max else { return nil }
            self.min = min
            self.max = max
        }

        public func contains(_ version: ABIVersion) -> Bool { min <= version && version <= max }

        public var description: String { min == max ? "\(min)" : "\(min) to \(max)" }
    }

    /// A version of the C ABI, such as `1.0`.
    public struct ABIVersion: Sendable, Hashable, Comparable, LosslessStringConvertible {
        public let major: UInt16
        public let minor: UInt16

        public init(major: UInt16, minor: UInt16) {
            self.major = major
            self.minor = minor
        }

        /// Nil for anything but two decimal numbers up to 65,535 with a dot between.
        public init?(_ description: String) {
            let parts = description.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count == 2, !description.contains("+"),
                let major = UInt16(parts[0]), let minor = UInt16(parts[1])
            else { return nil }
            self.init(major: major, minor: minor)
        }

        public static func < (left: ABIVersion, right: ABIVersion) -> Bool {
            (left.major, left.minor) < (right.major, right.minor)
        }

        public var description: String { "\(major).\(minor)" }
    }
}
