import Foundation
import MayflyHost
import MayflyModel
import MayflyTesting
import MayflyWorkers
import Testing

/// The kernel's own account of a shortage reaches the workers that linger, for real.
///
/// Only with `MAYFLY_SHORTAGE` (`make shortage`): a shortage is one of the whole machine, and would end the workers of all other
/// tests that linger.
@Suite(
    .enabled("MAYFLY_SHORTAGE is not set") { ProcessInfo.processInfo.environment["MAYFLY_SHORTAGE"] != nil },
    .enabled("no control groups for memory can be made here") { RealShortage.isPossible }
)
struct RealShortageTests {
    @Test func endsThoseThatLingerAndNoOther() async throws {
        var policy = Policy.immediate
        policy.linger = .seconds(600)
        try await TestHost.with(bundles: try Puppet.bundles, policy: policy, pressure: PressureFile()) { test in
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await test.openBesideTwoThatLinger(in: window)
                let shortage = try RealShortage()
                await trace.waitForEnds(2)
                withExtendedLifetime(shortage) {}
                try await test.play("text alive", in: window)
                #expect(await window.draft.text == "alive")
            }
            let causes = trace.events.ends.map(\.cause)
            #expect(causes == [.evicted(.memoryPressure), .evicted(.memoryPressure), .finished])
        }
    }
}
