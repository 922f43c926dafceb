/// What a campaign came to.
struct HostDeathFigures {
    var kills = 0
    var killsByPhase: [String: Int] = [:]
    /// Kills that hit more than one host at once.
    var killsAtOnce = 0
    /// Processes of workers and zygotes that lived when their host was killed.
    var processesAlive = 0
    /// From the kill to the end of the last process.
    var slowest = Duration.zero
    var problems: [String] = []

    var lines: [String] {
        let phases = killsByPhase.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        return [
            "\(kills) hosts killed, \(killsAtOnce) of them together with others; \(processesAlive) processes lived then",
            "phases: \(phases)", "the last process was gone after at most \(slowest)",
        ]
    }
}
