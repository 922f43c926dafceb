import Foundation
import MayflyBench
import MayflyModel
import MayflyStore
import MayflyTestSupport
import Testing

/// Kills `mayfly` processes at points of chance, again and again on the same home, and audits what is left.
///
/// Acknowledged is what a process printed as a complete line: a `draft` event shows what is in the field, a `transcript`
/// event what was sent, received, kept, put on a bubble or collapsed. The audit asks for all of it.
struct KillCampaign {
    private static let devices = ["alice", "bob", "carol"]
    private static let conversation = "chat"
    /// A home is given up before the first message in it can expire, whose content is erased from its log.
    private static let homeLife = Duration.seconds(60)
    private static let homeRounds = 10

    let bundle: String
    let scratch: String
    var generator: SeededGenerator
    var figures = KillFigures()
    /// A whole run: how many lines and how long.
    private var wholeLines = 1
    private var wholeAcknowledgements = 1
    private var wholeTime = Duration.zero

    init(seed: UInt64, bundle: String, scratch: String) {
        self.bundle = bundle
        self.scratch = scratch
        generator = SeededGenerator(state: seed)
    }

    /// Kills that many processes.
    mutating func run(kills: Int) throws {
        try measure()
        while figures.kills < kills {
            figures.homes += 1
            let home = try Home(scratch + "/home-\(figures.homes)", Self.devices, Self.conversation)
            let began = ContinuousClock.now
            for _ in 0..<Self.homeRounds where figures.kills < kills && .now - began < Self.homeLife {
                try kill(in: home)
            }
            try settle(home)
            guard figures.problems.isEmpty else { return }
            try FileManager.default.removeItem(atPath: home.path)
        }
    }

    // MARK: Rounds

    /// One run that nobody kills says how many lines there are and how long it takes.
    private mutating func measure() throws {
        let home = try Home(scratch + "/home-0", Self.devices, Self.conversation)
        let script = KillScript.text(nil, mark: "measure", &generator)
        let process = try start("alice", script, home)
        let began = ContinuousClock.now
        try finish(KillRound(processes: [process], victims: .first, point: nil), home)
        wholeTime = .now - began
        wholeLines = process.lines.count
        wholeAcknowledgements = process.lines.count(where: HomeAudit.isAcknowledgement)
        try #require(wholeLines > 50 && wholeAcknowledgements > 20)
        try settle(home)
    }

    private mutating func kill(in home: Home) throws {
        let mark = "\(figures.homes)-\(home.rounds)"
        var people = Array(Self.devices.prefix(2).shuffled(using: &generator))
        let isPair = Int.random(in: 0..<2, using: &generator) == 0
        if !isPair { people.removeLast() }
        var scripts: [String] = []
        for person in people {
            let share = person == "alice" ? 0 : 1
            let rows = home.seen[person].map { KillScript.rows(of: $0, share: share, staged: home.staged) }
            scripts.append(KillScript.text(rows, mark: "\(person)-\(mark)", &generator))
        }
        let point = killPoint(isPair: isPair)
        let victims: KillRound.Victims = isPair && Int.random(in: 0..<3, using: &generator) > 0 ? .all : .first
        let processes = try zip(people, scripts).map { try start($0, $1, home) }
        try finish(KillRound(processes: processes, victims: victims, point: point), home)
        home.rounds += 1
        home.seen = [:]
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: figures.killsInARow += 1
        case 1: try settle(home)
        default: try audit(home, isDelivered: false)
        }
    }

    private mutating func killPoint(isPair: Bool) -> KillPoint {
        let delay = Duration.microseconds(Int.random(in: 0..<4000, using: &generator))
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: return .line(Int.random(in: 1...wholeLines, using: &generator), delay: delay)
        case 1: return .time(wholeTime * (isPair ? 1.6 : 1) * Double.random(in: 0..<1, using: &generator))
        default:
            return .acknowledgement(Int.random(in: 1...wholeAcknowledgements, using: &generator), delay: delay)
        }
    }

    private func start(_ device: String, _ script: String, _ home: Home) throws -> VictimProcess {
        let path = "\(home.path)-\(device)"
        try Data(script.utf8).write(to: URL(filePath: path + ".script"))
        return try VictimProcess(
            device: device,
            arguments: [
                "launch", Composer.id, "--home", home.path, "--conversation", Self.conversation, "--as", device,
                "--json", "--script", path + ".script",
            ],
            environment: [
                "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8",
                "MAYFLY_PATH": URL(filePath: bundle).deletingLastPathComponent().path,
            ],
            complaints: path + ".errors"
        )
    }

    private mutating func finish(_ round: KillRound, _ home: Home) throws {
        for (device, status, complaint) in try round.play() {
            figures.finished += 1
            // A machine that is busy with other things may make an extension miss its deadline, which is no loss.
            guard status != 0, !complaint.contains(" within ") else { continue }
            figures.problems.append("\(device) ended with status \(status): \(complaint)")
        }
        for process in round.processes { home.trails[process.device, default: []] += process.lines }
        let killed = round.processes.filter { $0.linesAtKill != nil }
        figures.kills += killed.count
        if killed.count > 1 { figures.killsAtOnce += killed.count }
        for process in killed {
            figures.killsByPhase[KillPhase.name(Array(process.lines.prefix(process.linesAtKill ?? 0))), default: 0] += 1
            let spawned = process.lines.count { $0.contains("\"state\":\"spawned\"") }
            let reaped = process.lines.count { $0.contains("\"state\":\"reaped\"") }
            figures.workersAlive += spawned - reaped
        }
        let left = ProcessCensus.survivors(of: Set(round.processes.map(\.id)), home: home.path, sparing: [])
        figures.problems += left.map { "a process outlives its host: \($0)" }
    }

    // MARK: Looking

    /// The next start, which nobody kills: it delivers what waits.
    private mutating func settle(_ home: Home) throws {
        let next = try start(Self.devices.randomElement(using: &generator) ?? "alice", "show\n", home)
        try finish(KillRound(processes: [next], victims: .first, point: nil), home)
        try audit(home, isDelivered: true)
    }

    private mutating func audit(_ home: Home, isDelivered: Bool) throws {
        let id = try #require(ExtensionID(rawValue: Composer.id))
        var audit = try HomeAudit(home: home.path, conversation: Self.conversation, extensions: [id: "composer"])
        try audit.checkFile()
        try audit.checkFolds()
        audit.checkMedia()
        try audit.checkReceivedFiles()
        try audit.checkSends(isDelivered: isDelivered)
        for device in audit.devices {
            let lines = home.trails[device.name] ?? []
            figures.acknowledged += lines.count(where: HomeAudit.isAcknowledgement)
            try audit.checkTrail(lines, of: device, since: home.logged[device.name])
            home.logged[device.name] = try audit.progress(of: device)
            home.seen[device.name] = audit.folds[device.id]?.transcript
        }
        home.staged = Set(audit.folds.values.compactMap { $0.draft.message?.message?.session })
        home.trails = [:]
        figures.audits += 1
        figures.sendsCutShort += try audit.waiting
        figures.problems += audit.problems.map { "\(home.path), round \(home.rounds): \($0)" }
    }
}

extension KillCampaign {
    /// A home folder over several kills.
    private final class Home {
        let path: String
        var rounds = 0
        /// What was printed since the last audit.
        var trails: [String: [String]] = [:]
        /// How far the logs had come at the last audit.
        var logged: [String: HomeAudit.Progress] = [:]
        /// What devices showed at an audit after which nothing has happened.
        var seen: [String: Transcript] = [:]
        /// The sessions of what lay in fields then.
        var staged: Set<SessionID> = []

        init(_ path: String, _ devices: [String], _ conversation: String) throws {
            self.path = path
            let store = try Store(home: HomeFolder(path: path))
            for device in devices { _ = try store.createDevice(device) }
            _ = try store.createConversation(conversation, with: devices)
        }
    }
}
