import MayflyConformance
import MayflyHost
import MayflyModel
import MayflyTesting
import Testing

/// Memory that a real plugin takes: it is warned, then ended.
@Suite(.proves("C-045")) struct MemoryTests {
    private static var policy: Policy {
        var policy = Policy.immediate
        policy.limitMemory()
        return policy
    }

    @Test func oneThatHeedsTheWarningLivesOn() async throws {
        try await Puppet.with(policy: Self.policy) { test in
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Puppet.id))
                try test.script(["didPerformAction hog 56", "didReceiveMemoryWarning let-go"], as: "alice")
                try await window.tap("run")
                await trace.wait { events in
                    events.contains {
                        if case .callback(_, "didReceiveMemoryWarning", _) = $0 { true } else { false }
                    }
                }
                try await window.settle()
                try await test.play("text alive", in: window)
                #expect(await window.draft.text == "alive")
                #expect(await window.failure == nil)
            }
            #expect(!trace.lifecycle.contains("crashed"))
        }
    }

    @Test func oneThatDoesNotIsWarnedFirstAndThenEnded() async throws {
        try await Puppet.with(policy: Self.policy) { test in
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Puppet.id))
                try test.script(["didPerformAction hog 56", "didReceiveMemoryWarning hog 80"], as: "alice")
                try await window.tapToTheEnd("run")
                await trace.wait(for: { if case .receipt = $0 { true } else { false } })
                try await window.settle()
                let failure = try #require(await window.failure)
                #expect(failure.message.contains("of memory, over the limit of 64"))
                #expect(await window.openExtension == nil)
            }
            let causes = trace.events.compactMap { event -> String? in
                if case .receipt(_, let end) = event { end.cause.name } else { nil }
            }
            #expect(causes == ["memory"])
            let steps = trace.lifecycle
            let warned = try #require(steps.firstIndex(of: "didReceiveMemoryWarning"))
            #expect(steps[warned...] == ["didReceiveMemoryWarning", "killed", "reaped"])
        }
    }
}
