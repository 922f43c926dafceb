/// What a host and its worker are about when the host is killed.
struct DeathPhase: Sendable {
    let name: String
    /// What the host is to do with the recorder plugin; it waits for ever at the end.
    let script: String
    /// A part of the line that says that the phase has begun; nil for the start of the process.
    let mark: String?
    /// How long after that the kill comes at the latest.
    let spread: Duration

    /// Every phase of a worker's life. A start takes about `launch`.
    static func all(launch: Duration) -> [DeathPhase] {
        let wait = "wait openURL\n"
        let appeared = "\"name\":\"viewDidAppear\""
        let tapped = "\"name\":\"didPerformAction\""
        return [
            DeathPhase(name: "launching", script: "show\n" + wait, mark: nil, spread: launch * 1.2),
            DeathPhase(name: "born", script: wait, mark: "\"state\":\"spawned\"", spread: .milliseconds(4)),
            DeathPhase(name: "calling", script: wait, mark: "\"name\":\"willBecomeActive\"", spread: .milliseconds(2)),
            DeathPhase(name: "idle", script: "show\n" + wait, mark: appeared, spread: .milliseconds(10)),
            DeathPhase(name: "spinning", script: "tap hang\n", mark: tapped, spread: .milliseconds(5)),
            DeathPhase(name: "stopped", script: "tap stop\n", mark: tapped, spread: .milliseconds(5)),
            DeathPhase(name: "resigning", script: "dismiss\n" + wait, mark: appeared, spread: .milliseconds(4)),
            DeathPhase(
                name: "lingering",
                script: "dismiss\n" + wait,
                mark: "\"name\":\"didResignActive\"",
                spread: .milliseconds(10)
            ),
        ]
    }
}
