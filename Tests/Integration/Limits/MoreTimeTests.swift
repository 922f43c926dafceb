import MayflyHost
import MayflyModel
import MayflyTesting
import Testing

/// An extension that asks for more time while it resigns.
@Suite struct MoreTimeTests {
    private func close(
        after button: String,
        _ policy: Policy
    ) async throws -> (trace: Trace, failure: MayflyError?) {
        try await TestHost.with(bundles: [try Glutton.bundle()], policy: policy) { test in
            let trace = Trace()
            let failure = try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Glutton.id))
                try await window.tap(.typed(button))
                try await window.closeExtension()
                await trace.waitForEnds(1)
                try await window.settle()
                return await window.failure
            }
            return (trace, failure)
        }
    }

    @Test func itIsGivenTheTimeAndThePersonSeesWhy() async throws {
        var policy = Policy.immediate
        policy.resign = .seconds(1)
        policy.moreTime = .seconds(60)
        let (trace, failure) = try await close(after: "save", policy)
        #expect(trace.lines.contains("moreTime 60000 saving the game"))
        #expect(trace.said.contains("saved 0"))
        #expect(trace.said.contains("extend 0"))
        #expect(trace.events.ends.map(\.cause) == [.finished])
        #expect(failure == nil)
    }

    @Test func noLaunchGetsMoreThanThereIs() async throws {
        var policy = Policy.immediate
        policy.resign = .seconds(1)
        policy.moreTime = .milliseconds(500)
        let (trace, failure) = try await close(after: "never", policy)
        #expect(trace.lines.contains { $0.hasPrefix("moreTime 500 saving ") && !$0.contains("\u{1B}") })
        #expect(trace.lines.contains("call extend error 1007"))
        #expect(trace.events.ends.map(\.cause) == [.unresponsive(callback: "willResignActive", milliseconds: 1500)])
        #expect(failure?.message.contains("it did not answer willResignActive within 1500 ms") == true)
    }

    @Test func outsideOfTheResignCallbacksThereIsNone() async throws {
        let (trace, _) = try await close(after: "files", .immediate)
        #expect(trace.lines.filter { $0.hasPrefix("call extend") } == ["call extend error 1001"])
        #expect(trace.said.contains("extend 1001"))
        #expect(!trace.lines.contains { $0.hasPrefix("moreTime") })
    }
}
