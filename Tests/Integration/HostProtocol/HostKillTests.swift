import Foundation
import MayflyBench
import MayflyTestSupport
import Testing

/// Kills of the host, or of its client, at random points of a run: what was answered is kept, and no worker is left.
///
/// `make protocol-kills` does it more often. A failure prints the seed, which repeats the choices of the run.
@Suite struct HostKillTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let kills = environment["MAYFLY_PROTOCOL_KILLS"].flatMap { Int($0) } ?? 6
    private static let seed = environment["MAYFLY_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 1...1_000_000)

    @Test func whatWasAnsweredIsKeptAndNothingIsLeft() async throws {
        try await Tool.with(bundles: [Samples.tally]) { tool in
            var dice = SeededGenerator(state: Self.seed)
            let maker = try HostClient.inChat(tool)
            try maker.closeInput()
            try maker.finish()
            var acknowledged: [String] = []
            for number in 0..<Self.kills {
                let victim = HostVictim.allCases[number % HostVictim.allCases.count]
                let run = try await victim.run("\(number)", tool, &dice)
                acknowledged += run.acknowledged
                // The kernel ends them with the host, and a host without its client ends in order.
                let left = ProcessCensus.survivors(of: [run.host], home: tool.home, sparing: [])
                #expect(left == [], "\(victim), seed \(Self.seed)")
            }
            // A message that set off and was not delivered before the kill is delivered while the next window is open.
            let last = try HostClient(tool)
            try last.sayHello()
            try last.call("window.settle", ["window": try last.openWindow()])
            try last.closeInput()
            try last.finish()
            for device in ["alice", "bob"] {
                let shown = try await tool.run("transcript", "chat", "--as", device, "--json").events()
                let entries = try #require(shown.first?["entries"] as? [[String: any Sendable]])
                let texts = entries.compactMap { $0["text"] as? String }
                #expect(Set(acknowledged).isSubset(of: texts), "\(device), seed \(Self.seed)")
                #expect(Set(texts).count == texts.count, "a message came twice; seed \(Self.seed)")
            }
            try #require(acknowledged.count >= Self.kills)
        }
    }
}
