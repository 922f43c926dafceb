import Foundation
import Testing

/// The host is killed with SIGKILL at points of chance of a long run: nothing that it acknowledged is lost.
///
/// `MAYFLY_KILLS` says how many kills (`make durability`), `MAYFLY_SEED` repeats a run. See `KillCampaign` for what counts.
@Suite struct KilledHostTests {
    @Test func aKilledHostLosesNothingThatItAcknowledged() async throws {
        let environment = ProcessInfo.processInfo.environment
        let kills = environment["MAYFLY_KILLS"].flatMap { Int($0) } ?? 20
        let seed = environment["MAYFLY_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 1...999_999)
        let scratch = NSTemporaryDirectory() + "mayfly-kills-\(UUID())"
        let bundle = try Composer.bundle()
        try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
        let figures = try await OwnThread.run {
            var campaign = KillCampaign(seed: seed, bundle: bundle, scratch: scratch)
            let began = ContinuousClock.now
            try campaign.run(kills: kills)
            print("durability: seed \(seed), \(ContinuousClock.now - began)")
            return campaign.figures
        }
        print(figures.lines.joined(separator: "\n"))
        for problem in figures.problems { Issue.record("seed \(seed): \(problem)") }
        // What went wrong is kept for a look.
        if figures.problems.isEmpty { try FileManager.default.removeItem(atPath: scratch) }
    }
}
