import MayflyConformance
import MayflyModel
import MayflyTesting
import Testing

/// What is left of a message without summary text is a matter of the host's policy.
@Suite struct SummaryFallbackTests {
    private static func rows(_ policy: Policy) async throws -> [String] {
        try await Puppet.with(policy: policy) { test in
            try await test.send("message url=?1|caption=one|session=A", from: "alice")
            try await test.send("message url=?2|caption=two|session=A", from: "alice")
            return try test.rows(of: "bob")
        }
    }

    @Test(.proves("C-166", "C-156")) func nothingIsLeftUnlessThePolicyHasAText() async throws {
        #expect(try await Self.rows(.immediate) == ["* two"])
        var policy = Policy.immediate
        policy.summaryFallback = .text("an earlier step")
        #expect(try await Self.rows(policy) == ["- an earlier step", "* two"])
    }
}
