import Foundation
import Testing

/// The host is killed with SIGKILL in every phase of its workers: no process outlives it, and nothing of it stays.
///
/// `MAYFLY_HOST_DEATHS` says how many kills (`make host-deaths`) and then allows one second; `MAYFLY_SEED` repeats a run.
@Suite struct HostDeathCampaignTests {
    /// Arguments that choose how workers are started.
    static let launchers = [[], ["--exec"]]

    @Test(arguments: launchers)
    func nothingOutlivesAKilledHost(_ launcher: [String]) async throws {
        let environment = ProcessInfo.processInfo.environment
        let wanted = environment["MAYFLY_HOST_DEATHS"].flatMap { Int($0) }
        let kills = (wanted ?? 24) / Self.launchers.count
        let seed = environment["MAYFLY_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 1...999_999)
        let scratch = NSTemporaryDirectory() + "mayfly-deaths-\(UUID())"
        let bundle = try PluginWorkshop.bundle("recorder")
        try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
        let figures = try await OwnThread.run {
            var campaign = try HostDeathCampaign(
                seed: seed,
                bundle: bundle,
                scratch: scratch,
                launcher: launcher,
                // A machine that runs all other tests meanwhile may take its time.
                grace: wanted == nil ? .seconds(20) : .seconds(1)
            )
            try campaign.run(kills: kills)
            return campaign.figures
        }
        print("host deaths: seed \(seed), \(launcher)\n" + figures.lines.joined(separator: "\n"))
        for problem in figures.problems { Issue.record("seed \(seed): \(problem)") }
        #expect(figures.kills == kills && figures.processesAlive > kills / 4)
        if figures.problems.isEmpty { try FileManager.default.removeItem(atPath: scratch) }
    }
}
