import Foundation
import MayflyBundles
import MayflyHost
import MayflyModel
import MayflyStore
import MayflyTestSupport
import Testing

/// Commands that make things are killed at points of chance: what they said is there, and nothing is half there.
@Suite struct SetUpKillTests {
    private static let kills = 12

    @Test func aKilledCommandLeavesAllOrNothing() async throws {
        let seed = UInt64.random(in: 1...999_999)
        print("setting up: seed \(seed)")
        let scratch = NSTemporaryDirectory() + "mayfly-setup-\(UUID())"
        defer { try? FileManager.default.removeItem(atPath: scratch) }
        try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
        let bundle = try PluginWorkshop.bundle("recorder")
        try await OwnThread.run {
            var generator = SeededGenerator(state: seed)
            for number in 0..<Self.kills {
                let home = "\(scratch)/home-\(number)"
                let said = try Self.play(home, bundle, &generator)
                try Self.audit(home, bundle, said)
            }
        }
    }

    /// Runs the commands one after another and kills one of them. Gives what all of them said.
    private static func play(
        _ home: String,
        _ bundle: String,
        _ generator: inout SeededGenerator
    ) throws -> [String] {
        let commands = [
            ["device", "create", "alice"], ["device", "create", "bob"],
            ["conversation", "create", "chat", "--with", "alice,bob"], ["install", bundle],
            ["install", bundle], ["uninstall", Recorder.id],
        ]
        let victim = Int.random(in: 0..<commands.count, using: &generator)
        let offset = Duration.microseconds(Int.random(in: 5_000..<60_000, using: &generator))
        var said: [String] = []
        for (place, command) in commands.prefix(victim + 1).enumerated() {
            let process = try VictimProcess(
                device: "",
                arguments: ["--home", home] + command,
                environment: ["PATH": "/usr/bin:/bin"],
                complaints: home + ".errors"
            )
            let point: KillPoint? = place == victim ? .time(offset) : nil
            let ended = try KillRound(processes: [process], victims: .first, point: point).play()
            for end in ended { #expect(end.status == 0, "\(command): \(end.complaint)") }
            said += process.lines
        }
        return said
    }

    private static func audit(_ home: String, _ bundle: String, _ said: [String]) throws {
        let folder = HomeFolder(path: home)
        let host = try ExtensionHost(
            home: folder,
            searchPath: SearchPath(home: home, environment: [:], executableFolder: nil, currentFolder: home)
        )
        let devices = try host.devices().map(\.name)
        for name in ["alice", "bob"] where said.contains("created device '\(name)'") { #expect(devices.contains(name)) }
        let conversations = try host.conversations()
        if said.contains(where: { $0.hasPrefix("created conversation") }) {
            #expect(conversations.map(\.name) == ["chat"])
        }
        for conversation in conversations {
            #expect(try host.members(of: conversation).map(\.name) == ["alice", "bob"])
            for name in ["alice", "bob"] { #expect(try host.look(at: "chat", as: name).transcript.count == 0) }
        }
        let entries = host.catalog().entries.filter { $0.id?.rawValue == Recorder.id }
        if said.contains(where: { $0.hasPrefix("uninstalled") || $0.hasPrefix("removed") }) {
            #expect(entries.isEmpty)
        } else if said.contains(where: { $0.hasPrefix("installed") }) {
            // It may be going: then it is whole or gone.
            #expect(entries.count <= 1)
        }
        for entry in entries {
            guard case .ready = entry.state else {
                Issue.record("a bundle is half there: \(entry)")
                continue
            }
        }
        // The next command finds all in order, and puts away what the killed one left.
        try host.install(bundleAt: bundle)
        let id = try #require(ExtensionID(rawValue: Recorder.id))
        try host.uninstall(id)
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.extensions).filter { $0 != ".lock" }
        #expect(left == [])
    }
}
