import Foundation
import MayflyTestSupport
import Testing

/// Kills of `mayfly store install` and `mayfly store update` at random moments: all files of the old or of the new version are there, it
/// launches, and the other one can be rolled back to or installed again.
///
/// `make store-kills` does it more often. A failure prints the seed, which repeats the choices of the run.
@Suite struct StoreKillTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let kills = environment["MAYFLY_STORE_KILLS"].flatMap { Int($0) } ?? 30
    private static let seed = environment["MAYFLY_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 1...1_000_000)

    /// When a command is killed.
    private enum Moment {
        /// So long after its start.
        case time(Duration)
        /// So long after it has begun to write a version.
        case writing(Duration)
    }

    /// Starts the command and kills it, or lets it come to its end. Gives how long it took; nil where it was killed.
    private static func run(_ tool: Tool, _ arguments: [String], killed moment: Moment) throws -> Duration? {
        let process = Process()
        process.executableURL = URL(filePath: Bundle.main.bundlePath + "/mayfly")
        process.arguments = arguments
        process.environment = ["MAYFLY_HOME": tool.home, "PATH": "/usr/bin:/bin"]
        (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
        let start = ContinuousClock.now
        try process.run()
        var end: ContinuousClock.Instant?
        if case .time(let time) = moment { end = start + time }
        while process.isRunning, end.map({ .now < $0 }) ?? true {
            if case .writing(let time) = moment, end == nil, isWriting(tool) { end = .now + time }
            usleep(300)
        }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        return process.terminationReason == .exit ? .now - start : nil
    }

    /// Whether there is a version that is not whole.
    private static func isWriting(_ tool: Tool) -> Bool {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: tool.home + "/extensions")) ?? []
        return names.contains { $0.hasPrefix(".installing-") }
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
            var whole = (ContinuousClock.now - start) / .microseconds(1)
            var dice = SeededGenerator(state: Self.seed)
            var (current, killed, half) = ("2.0.0", 0, 0)
            for number in 0..<Self.kills {
                let wanted = try #require(versions.first { $0 != current })
                // Half of the kills are where the files are changed.
                let moment: Moment =
                    number.isMultiple(of: 2)
                    ? .time(.microseconds(Double.random(in: 0...whole, using: &dice)))
                    : .writing(.microseconds(Double.random(in: 0...40_000, using: &dice)))
                // An update of what was rolled back is an install by another name.
                let isUpdate = wanted == "2.0.0" && number.isMultiple(of: 3)
                let command = isUpdate ? ["store", "update", Shop.id] : install(wanted)
                let time = try await OwnThread.run { try Self.run(tool, command, killed: moment) }
                // The machine is not as busy all the time.
                if let time { whole = min(whole, time / .microseconds(1)) } else { killed += 1 }
                if Self.isWriting(tool) { half += 1 }
                let found = try #require(try await tool.installedVersion(), "kill \(number), seed \(Self.seed)")
                #expect(versions.contains(found), "kill \(number), seed \(Self.seed)")
                #expect(tool.installedFiles() == files[found], "kill \(number), seed \(Self.seed)")
                try await tool.expectLaunch()
                let listed = try await tool.run("store", "list")
                #expect(
                    listed.status == 0 && listed.errors.isEmpty && listed.output.contains(Shop.id),
                    "kill \(number), seed \(Self.seed): \(listed.errors)"
                )
                current = found
                // The next program finds what was left, and does its work.
                if number.isMultiple(of: 4) {
                    let again = try await tool.run(all: command)
                    #expect(again.status == 0, "kill \(number), seed \(Self.seed): \(again.errors)")
                    current = wanted
                } else {
                    let back = try await tool.run("store", "rollback", Shop.id)
                    #expect(back.status == 0, "kill \(number), seed \(Self.seed): \(back.errors)")
                    current = try #require(versions.first { $0 != found })
                }
                #expect(tool.installedFiles() == files[current], "kill \(number), seed \(Self.seed)")
            }
            print(
                "\(killed) of \(Self.kills) kills came before the end, \(half) of them left half a version; seed \(Self.seed)"
            )
            try #require(killed > Self.kills / 3 && half > 0, "the kills come too late; seed \(Self.seed)")
            // The next one cleans up.
            let wanted = try #require(versions.first { $0 != current })
            #expect(try await tool.run(all: install(wanted)).status == 0)
            #expect(try tool.leftovers() == [], "seed \(Self.seed)")
            try await tool.expectLaunch()
        }
    }

    /// An extension that runs keeps its files while two updates take its version away.
    @Test func anExtensionThatRunsKeepsItsFiles() async throws {
        let shop = try Shop()
        try await Tool.with { tool in
            try await tool.setUp()
            try await shop.install(with: tool)
            let arguments = ["launch", Shop.id, "--conversation", "chat", "--as", "alice"]
            let launch = try TerminalProcess(home: tool.home, folders: "", arguments)
            _ = try await OwnThread.run { try launch.waitFor("\n> ") }
            for version in ["2.0.0", "3.0.0"] {
                try shop.publish(version)
                #expect(try await tool.run("store", "update", "--all").status == 0)
            }
            #expect(try await tool.installedVersion() == "3.0.0")
            let folder = "\(tool.home)/extensions/.versions/\(Shop.id)"
            func versions() throws -> [String] {
                try FileManager.default.contentsOfDirectory(atPath: folder)
                    .filter { !$0.hasSuffix(".former") && !$0.hasSuffix(".notes") }.map {
                        String($0.prefix { $0 != "-" })
                    }
                    .sorted()
            }
            #expect(try versions() == ["1.0.0", "2.0.0", "3.0.0"])
            // It still has what it needs.
            let status = try await OwnThread.run {
                try launch.enter("tap plus\n")
                try launch.waitFor("\n> ")
                return try launch.quit()
            }
            #expect(status == 0)
            // With the next change what nothing uses is removed.
            #expect(try await tool.run("store", "install", "\(Shop.id)@3.0.0").status == 0)
            #expect(try versions().count == 2 && !versions().contains("1.0.0"))
            try await tool.expectLaunch()
        }
    }
}
