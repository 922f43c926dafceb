import Foundation
import MayflyTestSupport
import Testing

/// Kills of `mayfly store install` and `mayfly store update` at random moments: all files of the old or of the new version are there, it
/// launches, and the other one can be rolled back to or installed again.
///
/// A kill counts where the command had not come to its end before. A third of the kills hit any part of its work, a third leave half a
/// version, and a third come after the new version has taken the place of the old one. `make store-kills` does it more often. A failure
/// prints the seed, which repeats the choices of the run.
@Suite struct StoreKillTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let kills = environment["MAYFLY_STORE_KILLS"].flatMap { Int($0) } ?? 30
    private static let seed = environment["MAYFLY_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 1...1_000_000)

    /// The part of the command's work that a kill is aimed at.
    private enum Part: CaseIterable {
        /// All of it.
        case any
        /// A version is written.
        case writing
        /// The new version is the installed one, and what is not needed any more is removed.
        case switched
    }

    /// What a kill has left.
    private struct Remains {
        let isNew: Bool
        let isHalf: Bool
    }

    /// Aims at what was hit least so far, and counts.
    private struct Aim {
        private(set) var kills = 0
        private(set) var new = 0
        private(set) var half = 0
        private var hits: [Part: Int] = [:]
        /// In microseconds: for how long after a part has begun kills are aimed at it.
        private var lengths: [Part: Double]

        init(whole: Duration) {
            lengths = [.any: whole / .microseconds(1), .writing: 40_000, .switched: 5_000]
        }

        var part: Part { Part.allCases.min { hits[$0, default: 0] < hits[$1, default: 0] } ?? .any }

        func isDone(after count: Int) -> Bool {
            kills >= count && Part.allCases.allSatisfy { hits[$0, default: 0] >= count / Part.allCases.count }
        }

        func delay(in part: Part, using dice: inout SeededGenerator) -> Duration {
            .microseconds(Double.random(in: 0...lengths[part, default: 0], using: &dice))
        }

        /// Takes the outcome of an attempt; nil where the command came to its end.
        mutating func note(_ remains: Remains?, of part: Part) {
            let isHit =
                switch part {
                case .any: remains != nil
                case .writing: remains?.isHalf == true
                case .switched: remains?.isNew == true
                }
            if isHit { hits[part, default: 0] += 1 }
            // About two of three hit, also where the machine becomes more or less busy, and they come up to the end of the part.
            lengths[part]? *= isHit ? 1.2 : 0.7
            guard let remains else { return }
            kills += 1
            new += remains.isNew ? 1 : 0
            half += remains.isHalf ? 1 : 0
        }
    }

    /// Starts the command and kills it so long after the part of its work has begun. Gives its exit status; nil where it was killed.
    private static func run(_ tool: Tool, _ arguments: [String], until part: Part, _ delay: Duration) throws -> Int32? {
        let process = Process()
        process.executableURL = tool.executable
        process.arguments = arguments
        process.environment = ["MAYFLY_HOME": tool.home, "PATH": "/usr/bin:/bin"]
        (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
        let installed = target(tool)
        try process.run()
        var end: ContinuousClock.Instant?
        while process.isRunning, end.map({ .now < $0 }) ?? true {
            let hasBegun =
                switch part {
                case .any: true
                case .writing: isWriting(tool)
                case .switched: target(tool) != installed
                }
            if end == nil, hasBegun { end = .now + delay }
            usleep(200)
        }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        return process.terminationReason == .exit ? process.terminationStatus : nil
    }

    /// Whether there is a version that is not whole.
    private static func isWriting(_ tool: Tool) -> Bool {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: tool.home + "/extensions")) ?? []
        return names.contains { $0.hasPrefix(".installing-") }
    }

    /// Where the link to the installed version leads.
    private static func target(_ tool: Tool) -> String? {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "\(tool.home)/extensions/\(Shop.id).mayfly")
    }

    @Test func theOldOrTheNewVersionIsThere() async throws {
        let shop = try Shop()
        try shop.publish("2.0.0", more: 2 * 1024 * 1024)
        try await Tool.with { tool in
            try await tool.setUp()
            try await shop.add(to: tool)
            let versions = ["1.0.0", "2.0.0"]
            func install(_ version: String) -> [String] { ["store", "install", "\(Shop.id)@\(version)"] }
            var files = ["1.0.0": try await shop.installed("1.0.0", with: tool)[0]]
            let start = ContinuousClock.now
            files["2.0.0"] = try await shop.installed("2.0.0", with: tool)[0]
            var aim = Aim(whole: .now - start)
            var dice = SeededGenerator(state: Self.seed)
            var (current, attempts) = ("2.0.0", 0)
            while !aim.isDone(after: Self.kills) {
                attempts += 1
                let place = "attempt \(attempts), seed \(Self.seed)"
                try #require(attempts <= 20 * Self.kills + 100, "the kills miss: \(aim); \(place)")
                let wanted = try #require(versions.first { $0 != current })
                // An update of what was rolled back is an install by another name.
                let isUpdate = wanted == "2.0.0" && attempts.isMultiple(of: 3)
                let command = isUpdate ? ["store", "update", Shop.id] : install(wanted)
                let (part, delay) = (aim.part, aim.delay(in: aim.part, using: &dice))
                let status = try await OwnThread.run { try Self.run(tool, command, until: part, delay) }
                if let status {
                    #expect(status == 0 && tool.installedFiles() == files[wanted], "\(place)")
                    current = wanted
                    aim.note(nil, of: part)
                    continue
                }
                let isHalf = Self.isWriting(tool)
                let found = try #require(try await tool.installedVersion(), "\(place)")
                #expect(versions.contains(found) && tool.installedFiles() == files[found], "\(place): \(found)")
                aim.note(Remains(isNew: found == wanted, isHalf: isHalf), of: part)
                try await tool.expectLaunch()
                let listed = try await tool.run("store", "list")
                #expect(
                    listed.status == 0 && listed.errors.isEmpty && listed.output.contains(Shop.id),
                    "\(place): \(listed.errors)"
                )
                // The next program finds what was left, and does its work.
                let isAgain = aim.kills.isMultiple(of: 4)
                let next = try await tool.run(all: isAgain ? command : ["store", "rollback", Shop.id])
                #expect(next.status == 0, "\(place): \(next.errors)")
                current = isAgain ? wanted : try #require(versions.first { $0 != found })
                #expect(tool.installedFiles() == files[current], "\(place)")
            }
            let old = aim.kills - aim.new
            print(
                "\(aim.kills) kills in \(attempts) attempts: the old version \(old) times, the new one \(aim.new) times, half a version "
                    + "\(aim.half) times; seed \(Self.seed)"
            )
            #expect(min(old, aim.new) >= Self.kills / 3, "the kills are not spread; seed \(Self.seed)")
            // The next one cleans up.
            let wanted = try #require(versions.first { $0 != current })
            #expect(try await tool.run(all: install(wanted)).status == 0)
            #expect(try tool.leftovers() == [], "seed \(Self.seed)")
            try await tool.expectLaunch()
        }
    }
}
