import Foundation
import MayflyBench
import MayflyModel
import MayflyStore
import MayflyTestSupport
import Testing

/// Kills `mayfly` processes in every phase of their workers, up to three at once, and looks for what they leave.
struct HostDeathCampaign {
    private static let devices = ["alice", "bob", "carol"]

    let bundle: String
    let scratch: String
    /// Arguments of `mayfly launch` that choose how workers are started.
    let launcher: [String]
    /// How long processes may live on.
    let grace: Duration
    var generator: SeededGenerator
    var figures = HostDeathFigures()
    /// The hosts of this campaign; other tests kill some too, and their next start is their own.
    private var hosts: Set<pid_t> = []
    private let home: String

    init(seed: UInt64, bundle: String, scratch: String, launcher: [String], grace: Duration) throws {
        generator = SeededGenerator(state: seed)
        (self.bundle, self.scratch, self.launcher, self.grace) = (bundle, scratch, launcher, grace)
        home = scratch + "/home"
        let store = try Store(home: HomeFolder(path: home))
        for device in Self.devices { _ = try store.createDevice(device) }
        _ = try store.createConversation("chat", with: Self.devices)
    }

    /// Kills that many hosts, and starts one more at the end.
    mutating func run(kills: Int) throws {
        let before = Leftovers.now(home: home, temporary: scratch, hosts: [])
        let phases = DeathPhase.all(launch: try measure())
        while figures.kills < kills {
            let count = min(Int.random(in: 1...6, using: &generator), Self.devices.count, kills - figures.kills)
            var picked: [DeathPhase] = []
            for number in 0..<count { picked.append(phases[(figures.kills + number) % phases.count]) }
            try kill(picked.shuffled(using: &generator))
        }
        // A group cannot be taken away while a process of it still ends; the grace for those is over by now.
        try blockUntil { !Leftovers.groups(of: hosts).contains(where: Leftovers.isPopulated) }
        // The next start, which nobody kills, leaves the machine as it was.
        _ = try measure()
        figures.problems += Leftovers.now(home: home, temporary: scratch, hosts: hosts).subtracting(before).sorted()
            .map { "a killed host has left \($0)" }
    }

    /// How long a whole run to a view takes; it must end well.
    private mutating func measure() throws -> Duration {
        let began = ContinuousClock.now
        let host = try start(Self.devices[0], "show\n")
        while !host.isAtEnd { try wait(for: host) }
        let end = try host.reap()
        if end?.status != 0 { figures.problems.append("a start after the kills fails: \(end?.complaint ?? "")") }
        return .now - began
    }

    private mutating func kill(_ phases: [DeathPhase]) throws {
        let hosts = try zip(Self.devices, phases).map { try start($0, $1.script) }
        for (host, phase) in zip(hosts, phases) { try reach(phase, host) }
        let spread = phases.map(\.spread).min() ?? .zero
        let moment = ContinuousClock.now + spread * Double.random(in: 0..<1, using: &generator)
        // Not asleep: a clock tick is longer than most phases.
        while .now < moment {}
        let ids = Set(hosts.map(\.id))
        figures.processesAlive += ProcessCensus.workers(of: ids).count
        for host in hosts { host.kill() }
        let killed = ContinuousClock.now
        for host in hosts {
            guard let end = try host.reap() else { continue }
            figures.problems.append("a host ended by itself with status \(end.status): \(end.complaint)")
        }
        let survivors = ProcessCensus.survivors(of: ids, home: home, sparing: [], within: grace)
        figures.problems += survivors.map { "a process outlives its host (\(phases.map(\.name))): \($0)" }
        figures.slowest = max(figures.slowest, .now - killed)
        figures.kills += hosts.count
        if hosts.count > 1 { figures.killsAtOnce += hosts.count }
        for phase in phases { figures.killsByPhase[phase.name, default: 0] += 1 }
    }

    private func reach(_ phase: DeathPhase, _ host: VictimProcess) throws {
        guard let mark = phase.mark else { return }
        var seen = 0
        while !host.lines[seen...].contains(where: { $0.contains(mark) }) {
            seen = host.lines.count
            try #require(!host.isAtEnd, "a host ended before \(phase.name)")
            try wait(for: host)
        }
    }

    private func wait(for host: VictimProcess) throws {
        var wait = pollfd(fd: host.output, events: Int16(POLLIN), revents: 0)
        try #require(poll(&wait, 1, 60_000) == 1, "a host prints nothing and does not end")
        host.read()
    }

    private mutating func start(_ device: String, _ script: String) throws -> VictimProcess {
        let path = "\(scratch)/\(device)"
        try Data(script.utf8).write(to: URL(filePath: path + ".script"))
        let host = try VictimProcess(
            device: device,
            arguments: [
                "launch", Recorder.id, "--home", home, "--conversation", "chat", "--as", device, "--json", "--script",
                path + ".script",
            ] + launcher,
            environment: [
                "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TMPDIR": scratch,
                "MAYFLY_PATH": URL(filePath: bundle).deletingLastPathComponent().path,
            ],
            complaints: path + ".errors"
        )
        hosts.insert(host.id)
        return host
    }
}
