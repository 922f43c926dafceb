/// What a campaign of kills did and found.
struct KillFigures: Sendable {
    var kills = 0
    var killsByPhase: [String: Int] = [:]
    var killsAtOnce = 0
    var killsInARow = 0
    var finished = 0
    var homes = 0
    var acknowledged = 0
    var audits = 0
    var workersAlive = 0
    var sendsCutShort = 0
    /// What was lost, doubled, half done or left running.
    var problems: [String] = []

    var lines: [String] {
        let phases = killsByPhase.sorted { $0.value > $1.value }.map { "\($0.key) \($0.value)" }
        return [
            "kills: \(kills) in \(homes) homes (\(killsAtOnce) of two processes at once, \(killsInARow) after another without "
                + "a look between, \(finished) processes came to their end first)",
            "  last seen: \(phases.joined(separator: ", "))",
            "  acknowledged states: \(acknowledged); audits: \(audits); workers alive at a kill: \(workersAlive); "
                + "sends that waited for the next start: \(sendsCutShort)",
            "  problems: \(problems.count)",
        ]
    }
}
