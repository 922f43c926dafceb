import GRDB
import MayflyABI
import MayflyConformance
import MayflyHost
import MayflyModel
import MayflyStore
import MayflyTesting
import Testing

/// An extension that crashes in a callback (model 3.14).
@Suite struct CallbackCrashTests {
    @Test func theScenariosHaveEveryCallbackOfTheInterface() {
        let callbacks = Table.interfaces.filter { $0.side == .extension }.flatMap(\.functions).map(\.name)
        let scenarios = CallbackScenario.all.map(\.callback)
        #expect(Set(scenarios) == Set(callbacks))
        #expect(scenarios.count == callbacks.count)
    }

    /// One window has a crash in every callback of the interface, one after the other. Each time the puppet has reported that it is
    /// in that callback, the kernel reports that it is gone, and another host reads the same home folder.
    @Test(.proves("C-279")) func aCrashInAnyCallbackLeavesTheHostWhole() async throws {
        var policy = Policy.immediate
        policy.limitMemory()
        try await Puppet.with(policy: policy) { test in
            let other = try ExtensionHost(home: HomeFolder(path: test.home))
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                for scenario in CallbackScenario.all {
                    try await Self.crash(in: scenario, window, test, trace)
                    #expect(try other.look(at: test.conversation, as: "alice").draft == (await window.draft))
                    // Other windows are not blocked.
                    try await test.window(as: "bob") { theirs in
                        try await theirs.type("said after \(scenario.callback)")
                        try await theirs.send()
                    }
                    try await window.settle()
                    for device in ["alice", "bob"] {
                        let shown = try other.look(at: test.conversation, as: device).transcript.entries
                        #expect(shown.last?.item?.brief == "said after \(scenario.callback)", "\(device)")
                    }
                    let shown = try other.look(at: test.conversation, as: "alice").transcript.entries
                    #expect(await window.transcript.entries == shown)
                }
                // An extension that does not crash works as before.
                try await window.clearField()
                try await window.open(test.bundle(Puppet.id))
                try await test.play("message url=?last|caption=last", "text and on", in: window)
                try await window.send()
            }
            #expect(try test.rows(of: "bob").suffix(2) == ["* last", "* and on"])
            let file = try DatabaseQueue(path: HomeFolder(path: test.home).database)
            #expect(try await file.read { try String.fetchAll($0, sql: "PRAGMA integrity_check") } == ["ok"])
        }
    }

    private static func crash(
        in scenario: CallbackScenario,
        _ window: ConversationWindow,
        _ test: TestHost,
        _ trace: Trace
    ) async throws {
        let callback = scenario.callback
        try await window.clearField()
        try await scenario.prepare(window, test)
        try await window.type("kept")
        let (ends, lines) = (trace.ends.count, trace.said.count)
        try test.script(["\(callback) crash"] + scenario.script, as: "alice")
        // It may throw, because the extension ends.
        try? await scenario.lead(window, test)
        await trace.waitForEnds(ends + 1)
        try await window.settle()
        try test.script([], as: "alice")
        let told = trace.said.dropFirst(lines).last { $0.hasPrefix("saw ") || $0.hasPrefix("asked ") }
        #expect(told.map(scenario.isTold) == true, "\(callback): \(told ?? "nothing")")
        #expect(try HeldProcess(try #require(trace.process)).hasEnded)
        let end = try #require(trace.ends.last)
        #expect(end.cause == .crashed(signal: 11) && end.phase == callback, "\(end.cause) in \(end.phase ?? "nothing")")
        #expect(trace.ends.count == ends + 1)
        #expect(await window.openExtension == nil)
        guard case .none = await window.view else {
            Issue.record("the view of the extension that crashed in \(callback) is still shown")
            return
        }
        // The field has what the person typed.
        let draft = await window.draft
        #expect(draft.text == (callback == "didStartSending" ? "" : "kept"), "\(callback)")
        #expect(draft.message == nil && draft.media.isEmpty, "\(callback)")
    }
}
