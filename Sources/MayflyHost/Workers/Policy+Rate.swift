extension Policy {
    /// As how many bytes of `output` a line counts that has less: what it costs the host does not lie in its bytes.
    static let leastLine = 64

    /// So much at a stretch, and on top of it so much with each second that passes.
    public struct Rate: Sendable, Hashable {
        public var burst: Int
        public var perSecond: Int

        public init(burst: Int, perSecond: Int) {
            self.burst = burst
            self.perSecond = perSecond
        }
    }
}
