import Foundation
import MayflyHost
import MayflyModel
import MayflyTesting
import MayflyViews
import Testing

@testable import Chat

@Suite struct ChatTests {
    /// The bundle of the extension: the one that is named in the environment, or the sample among the plugins beside the tests.
    private static let tally =
        ProcessInfo.processInfo.environment["CHAT_TALLY"]
        ?? Bundle.main.bundlePath + "/plugins/Tally.mayfly"

    @Test func whatAliceSendsIsOnTheDeviceOfBob() async throws {
        try await TestHost.with(bundles: [Self.tally]) { test in
            let (tally, trace) = (try test.bundle("org.mayfly.tally"), Trace())
            try await test.window(as: "alice", trace: trace) { window in
                try await Chat.count(with: tally, in: window)
            }
            let (transcript, _) = try test.host.look(at: test.conversation, as: "bob")
            let people = try test.host.people()
            #expect(transcript.entries.map { BubbleText($0, name: people.name(of:)).line } == ["[Tally] Tally: 1"])
            #expect(trace.lifecycle.contains("didPerformAction"))
        }
    }

    @Test func aWindowKeepsTheReasonOfAnEnd() async throws {
        try await TestHost.with(bundles: [Self.tally]) { test in
            let (tally, trace) = (try test.bundle("org.mayfly.tally"), Trace())
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(tally)
                #expect(try await test.host.endWorkers(of: tally.id) == 1)
                await trace.wait(for: { event in if case .receipt = event { true } else { false } })
                #expect(await window.failure?.message == "Tally was closed: you ended it")
            }
        }
    }
}
