/// How often a launch tries anew when its zygote dies under it, which shows only when it does not answer.
///
/// One that is silent uses up the time of the launch: that one fails, and the next is served by another zygote.
struct LaunchRetries {
    private static let most = 4

    private let end: ContinuousClock.Instant
    private var tries = 1

    init(_ time: Duration) { end = .now + time }

    /// Whether there may be one more try.
    mutating func allowsAnother() -> Bool {
        tries += 1
        return tries <= Self.most && .now < end
    }
}
