/// What is remembered of an extension that failed, as pure values: when it has to rest and when that is over.
package struct CrashRecord: Sendable, Equatable {
    /// The SHA-256 of the library that failed. Another one is another extension: nothing is held against it.
    package let library: [UInt8]
    /// When it failed lately, oldest first; empty once it had to rest for that.
    package private(set) var failures: [Timestamp]
    /// How often it had to rest without a good launch after it.
    package private(set) var rests: Int
    /// The end of the last rest; nil before the first.
    package private(set) var restsUntil: Timestamp?

    package init(library: [UInt8], failures: [Timestamp] = [], rests: Int = 0, restsUntil: Timestamp? = nil) {
        self.library = library
        self.failures = failures
        self.rests = rests
        self.restsUntil = restsUntil
    }

    /// How much of a rest is left; nil when it may be launched.
    package func rest(at now: Timestamp) -> Duration? {
        restsUntil.flatMap { now < $0 ? now.duration(to: $0) : nil }
    }

    /// A launch of that time failed. After a rest the first failure counts as much as several did before; one of a launch that
    /// began before the rest was over is of the time for which it rests already.
    package mutating func fail(at now: Timestamp, launchedAt start: Timestamp, _ policy: Policy.CrashLoop) {
        guard restsUntil.map({ $0 <= start }) ?? true else { return }
        failures = failures.filter { $0.duration(to: now) <= policy.window } + [now]
        guard rests > 0 || failures.count >= policy.failures else { return }
        restsUntil = now.advanced(by: Self.length(ofRest: rests, policy))
        rests += 1
        failures = []
    }

    /// Whether a launch of that time, which ended well, makes up for what was before.
    package func isMended(byLaunchAt start: Timestamp) -> Bool {
        restsUntil.map { $0 <= start } ?? false
    }

    /// Why it may not be launched now: the part of the sentence after the name.
    package func refusal(for rest: Duration, _ policy: Policy.CrashLoop) -> String {
        let why =
            rests > 1
            ? "it failed again after a rest of \(Self.words(Self.length(ofRest: rests - 2, policy)))"
            : "it failed \(policy.failures) times within \(Self.words(policy.window))"
        return "is resting for \(Self.words(rest)): \(why)"
    }

    private static func length(ofRest number: Int, _ policy: Policy.CrashLoop) -> Duration {
        var length = policy.rest
        for _ in 0..<number where length < policy.longestRest { length = length * 2 }
        return min(length, policy.longestRest)
    }

    /// Whole minutes as minutes, everything else as seconds, begun ones too.
    private static func words(_ duration: Duration) -> String {
        let seconds = (duration.milliseconds + 999) / 1000
        guard seconds >= 120, seconds.isMultiple(of: 60) else { return "\(seconds) s" }
        return "\(seconds / 60) minutes"
    }
}
