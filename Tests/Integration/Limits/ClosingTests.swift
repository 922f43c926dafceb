import MayflyHost
import MayflyModel
import MayflyTestSupport
import MayflyTesting
import Testing

/// Whether an extension goes is the person's affair, and how long that takes the host's.
@Suite struct ClosingTests {
    @Test func oneThatIsSlowInEachCallbackIsEndedForAllOfThem() async throws {
        var policy = Policy.immediate
        let most: Int64 = Sanitizer.isHere ? 5000 : 200
        policy.closing = .milliseconds(most)
        try await Puppet.with(policy: policy) { test in
            try test.script(["viewWillDisappear sleep 600000"], as: "alice")
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Puppet.id))
                try await window.closeExtension()
                await trace.wait { !$0.ends.isEmpty }
                #expect(
                    await window.failure?.message.hasSuffix("did not answer viewWillDisappear within \(most) ms")
                        == true
                )
            }
            #expect(
                trace.events.ends.map(\.cause) == [.unresponsive(callback: "viewWillDisappear", milliseconds: most)]
            )
        }
    }

    @Test func theDeadlineDoesNotOutliveTheClosing() async throws {
        var policy = Policy.immediate
        // What a sanitizer's host needs for a closing without a delay.
        let seconds = Sanitizer.isHere ? 30 : 3
        policy.closing = .seconds(seconds)
        policy.linger = .seconds(600)
        try await Puppet.with(policy: policy) { test in
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Puppet.id))
                try await window.closeExtension()
                // Longer than the deadline of the first one, which lingers meanwhile.
                try await window.open(test.bundle(Puppet.otherID))
                try await test.play("sleep \(seconds * 1000 + 200)", in: window, Puppet.otherID)
                #expect(trace.events.ends.isEmpty)
            }
            #expect(trace.events.ends.map(\.cause) == [.finished, .finished])
        }
    }

    @Test func whoGoesWhileAnotherIsToComeOpensNothing() async throws {
        try await Puppet.with { test in
            try test.script(["viewWillDisappear sleep 100"], as: "alice")
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Puppet.id))
                let other = try test.bundle(Puppet.otherID)
                Task { try await window.open(other) }
                await trace.wait { events in
                    events.contains { if case .callback(_, "viewWillDisappear", _) = $0 { true } else { false } }
                }
            }
            #expect(trace.events.ends.map(\.cause) == [.finished])
        }
    }

    /// Each wish alone would keep the extension on the screen for a while.
    @Test func wishesOfTheExtensionDoNotKeepItOnTheScreen() async throws {
        try await Puppet.with { test in
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Puppet.id))
                let wishes = (0..<50).flatMap { _ in ["style 1", "style 0"] }
                try test.script((wishes + ["sleep 100"]).map { "didPerformAction \($0)" }, as: "alice")
                Task { try await window.tap("run") }
                await trace.wait { events in
                    events.contains { if case .callback(_, "didPerformAction", _) = $0 { true } else { false } }
                }
                try await window.closeExtension()
            }
            #expect(trace.sightings.count { $0.name == "willTransition" } < 100)
            #expect(trace.events.ends.map(\.cause) == [.finished])
        }
    }
}
