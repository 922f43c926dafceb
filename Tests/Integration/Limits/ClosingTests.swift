import MayflyHost
import MayflyModel
import MayflyTestSupport
import MayflyTesting
import Testing

/// The person decides whether an extension closes, and the host how long that may take.
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
                await trace.waitForEnds(1)
                #expect(
                    await window.failure?.message.contains("did not answer viewWillDisappear within \(most) ms")
                        == true
                )
            }
            #expect(
                trace.events.ends.map(\.cause) == [.unresponsive(callback: "viewWillDisappear", milliseconds: most)]
            )
        }
    }

    /// How long a closing takes depends on what else runs on the machine, so the deadline is one that this closing kept.
    @Test func theDeadlineDoesNotOutliveTheClosing() async throws {
        var milliseconds = 500
        while try await !closesInTime(milliseconds) {
            milliseconds *= 2
            try #require(milliseconds < 300_000, "no deadline is kept")
        }
    }

    /// Closes an extension with that deadline, and looks whether it still lives when the deadline is over. False where it did
    /// not close in time.
    private func closesInTime(_ milliseconds: Int) async throws -> Bool {
        var policy = Policy.immediate
        policy.closing = .milliseconds(milliseconds)
        policy.linger = .seconds(600)
        return try await Puppet.with(policy: policy) { test in
            let trace = Trace()
            let isInTime = try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Puppet.id))
                try await window.closeExtension()
                guard trace.events.ends.isEmpty else { return false }
                // Longer than the deadline of the first one, which lingers meanwhile.
                try await window.open(test.bundle(Puppet.otherID))
                try await test.play("sleep \(milliseconds + 200)", in: window, Puppet.otherID)
                #expect(trace.events.ends.isEmpty)
                return true
            }
            // The end of the window closes the second one, which may not be in time either.
            if isInTime { #expect(trace.events.ends.first?.cause == .finished) }
            return isInTime
        }
    }

    @Test func whoGoesWhileAnotherIsToComeOpensNothing() async throws {
        try await Puppet.with { test in
            let gate = try CallbackGate(in: try test.privateFolder(of: "alice"))
            try test.script(["viewWillDisappear hold gate"], as: "alice")
            let trace = Trace()
            let other = try test.bundle(Puppet.otherID)
            let coming = try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Puppet.id))
                let coming = Task { try? await window.open(other) }
                await trace.waitUntilTold("viewWillDisappear")
                // The first one stays in its callback until the window has begun to close.
                return [
                    coming,
                    Task {
                        try? await window.waitUntilClosing()
                        gate.release()
                    },
                ]
            }
            for task in coming { await task.value }
            #expect(trace.events.ends.map(\.cause) == [.finished])
        }
    }

    /// Each wish alone would keep the extension on the screen for a while.
    @Test func wishesOfTheExtensionDoNotKeepItOnTheScreen() async throws {
        try await Puppet.with { test in
            let gate = try CallbackGate(in: try test.privateFolder(of: "alice"))
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Puppet.id))
                let wishes = (0..<50).flatMap { _ in ["style 1", "style 0"] }
                try test.script((wishes + ["hold gate"]).map { "didPerformAction \($0)" }, as: "alice")
                try await withThrowingTaskGroup(of: Void.self) { group in
                    await group.begin(in: window) { try await $0.tap("run") }
                    await trace.waitUntilTold("didPerformAction")
                    await group.begin(in: window) { try await $0.closeExtension() }
                    gate.release()
                    try await group.waitForAll()
                }
            }
            #expect(!trace.sightings.contains { $0.name == "willTransition" })
            #expect(trace.events.ends.map(\.cause) == [.finished])
        }
    }
}

extension ConversationWindow {
    /// Returns when the window refuses what the person does because it closes. No row has the number.
    fileprivate func waitUntilClosing() async throws {
        try await until {
            do throws(MayflyError) {
                try await tapBubble(1_000_000)
                return false
            } catch {
                return error.code == .notPossibleNow
            }
        }
    }
}
