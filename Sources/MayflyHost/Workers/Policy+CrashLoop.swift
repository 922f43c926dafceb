extension Policy {
    /// After how many failures within what time an extension rests, and for how long: longer each time that it fails
    /// right after a rest.
    public struct CrashLoop: Sendable, Hashable {
        /// Zero switches it off.
        public var failures = 3
        public var window: Duration = .seconds(300)
        /// The first rest; the next ones are each twice as long as the one before.
        public var rest: Duration = .seconds(30)
        public var longestRest: Duration = .seconds(3600)

        public init() {}
    }
}
