/// The recent failures of an extension and the rest that follows from them: while it rests it is not launched.
package struct CrashRecord: Sendable, Equatable {
    /// What identifies the file of the library that failed, without its content, which may be large. A library that was changed
    /// or replaced starts without a record, even by one with the same content.
    package let library: [UInt8]
    /// The times of recent failures, oldest first; emptied when a rest begins.
    package private(set) var failures: [Timestamp]
    /// The number of rests since the last launch that ended well.
    package private(set) var rests: Int
    /// The end of the last rest; nil before the first.
    package private(set) var restsUntil: Timestamp?

    package init(library: [UInt8], failures: [Timestamp] = [], rests: Int = 0, restsUntil: Timestamp? = nil) {
        self.library = library
        self.failures = failures
        self.rests = rests
        self.restsUntil = restsUntil
    }

    /// The remaining time of a rest; nil when the extension may be launched.
    package func rest(at now: Timestamp) -> Duration? {
        restsUntil.flatMap { now < $0 ? now.duration(to: $0) : nil }
    }

    /// Whether the rest ends later than any rest that begins now. The clock has been set back since, and the record says nothing
    /// about the next launch.
    package func isAhead(of now: Timestamp, _ policy: Policy.CrashLoop) -> Bool {
        rest(at: now).map { $0 > policy.longestRest } ?? false
    }

    /// Records the failure of a launch. After a rest a single failure starts the next rest. A launch that began before
    /// the end of the last rest is not counted: that rest covers it.
    package mutating func fail(at now: Timestamp, launchedAt start: Timestamp, _ policy: Policy.CrashLoop) {
        guard restsUntil.map({ $0 <= start }) ?? true else { return }
        // The clock may have been set back after a failure.
        failures = failures.filter { (.zero - policy.window...policy.window).contains($0.duration(to: now)) } + [now]
        guard rests > 0 || failures.count >= policy.failures else { return }
        restsUntil = now.advanced(by: Self.length(ofRest: rests, policy))
        rests += 1
        failures = []
    }

    /// Whether a launch that began at `start` and ended well clears the record.
    package func isMended(byLaunchAt start: Timestamp) -> Bool {
        restsUntil.map { $0 <= start } ?? false
    }

    /// Why it cannot be launched now: the part of the sentence after the name.
    package func refusal(for rest: Duration, _ policy: Policy.CrashLoop) -> String {
        let why =
            rests > 1
            ? "it failed again after a rest of \(Self.words(Self.length(ofRest: rests - 2, policy)))"
            : "it failed \(policy.failures) times within \(Self.words(policy.window))"
        return "is resting for \(Self.words(rest)): \(why)"
    }

    private static func length(ofRest number: Int, _ policy: Policy.CrashLoop) -> Duration {
        var length = policy.rest
        for _ in 0..<min(number, 64) where length < policy.longestRest { length = length * 2 }
        return min(length, policy.longestRest)
    }

    /// Whole minutes from 2 on as minutes, everything else as seconds, rounded up.
    private static func words(_ duration: Duration) -> String {
        let seconds = (duration.milliseconds + 999) / 1000
        guard seconds >= 120, seconds.isMultiple(of: 60) else { return "\(seconds) s" }
        return "\(seconds / 60) minutes"
    }
}
