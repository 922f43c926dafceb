import MayflyConformance
import MayflyHost
import MayflyModel
import MayflyTesting
import Testing

/// How an extension leaves the screen (model 3.2, 3.14, 3.15).
@Suite struct ResignTests {
    private static let end = ["viewWillDisappear", "viewDidDisappear", "willResignActive", "didResignActive"]

    @Test(.proves("C-040", "C-041", "C-042"), arguments: [true, false])
    func dismissBringsTheWholeSequenceAndTheKeyboardForAFieldWithContent(hasContent: Bool) async throws {
        try await Puppet.with { test in
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Puppet.id))
                trace.clear()
                let insert = hasContent ? ["message url=?a|caption=staged"] : []
                try test.script((insert + ["dismiss"]).map { "didPerformAction \($0)" }, as: "alice")
                try await window.tap("run")
                #expect(trace.sightings.map(\.name) == ["didPerformAction"] + Self.end)
                #expect(trace.lines.contains(hasContent ? "keyboard shown" : "keyboard hidden"))
                #expect(!trace.lines.contains(hasContent ? "keyboard hidden" : "keyboard shown"))
                #expect(await window.openExtension == nil)
                #expect(await window.draft.message?.brief == (hasContent ? "staged" : nil))
            }
        }
    }

    @Test(.proves("C-037"))
    func workThatIsStartedWhileResigningIsNotWaitedFor() async throws {
        try await Puppet.with { test in
            try test.script(["willResignActive thread", "didResignActive thread"], as: "alice")
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Puppet.id))
                try await window.closeExtension()
                #expect(await window.openExtension == nil)
            }
            #expect(trace.sightings.map(\.name).suffix(4) == Self.end)
            #expect(trace.lifecycle.suffix(2) == ["killed", "reaped"])
            #expect(trace.lines.last == "receipt finished")
        }
    }

    @Test(.proves("C-044"))
    func completionsThatAreOpenWhenAWorkerDiesNeverCome() async throws {
        try await Puppet.with { test in
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Puppet.id))
                try await test.play("crash-open lost", in: window)
                await trace.wait { $0.contains { if case .receipt = $0 { true } else { false } } }
                try await window.settle()
                #expect(trace.answers.isEmpty)
                // The call itself was made.
                #expect(await window.draft.text == "lost")
                try await window.open(test.bundle(Puppet.id))
                try await test.play("text again", in: window)
                #expect(trace.answers == ["done text 0 aside"])
            }
        }
    }

    /// The callbacks that a whole life of an extension has.
    static let callbacks = [
        "viewDidLoad", "willBecomeActive", "didBecomeActive", "viewWillAppear", "viewDidAppear", "didPerformAction",
        "willTransition", "didTransition", "willSelect", "didSelect", "didReceive", "didStartSending",
        "didCancelSending", "viewWillDisappear", "viewDidDisappear", "willResignActive", "didResignActive",
    ]

    @Test(.proves("C-279"), arguments: callbacks)
    func aCrashInAnyCallbackLeavesTheHostWhole(callback: String) async throws {
        try await Puppet.with { test in
            try await test.send("message url=?before|caption=before", from: "alice")
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.type("kept")
                try test.script(
                    ["\(callback) crash", "didPerformAction message url=?staged|caption=staged"],
                    as: "alice"
                )
                // Whatever of this is still possible brings the callback about, and the crash ends the rest.
                try? await window.open(test.bundle(Puppet.id))
                try? await window.changeStyle(to: .expanded)
                try? await window.tap("run")
                try? await window.cancelMessage()
                try await test.send("message url=?theirs|caption=theirs", from: "bob")
                try? await window.settle()
                try? await window.tapBubble(1)
                if callback == "didStartSending" {
                    try? await window.tap("run")
                    try? await window.send()
                }
                try? await window.closeExtension()
                await trace.wait { $0.contains { if case .receipt = $0 { true } else { false } } }
                try await window.settle()
                let ends = trace.events.compactMap { if case .receipt(_, let end) = $0 { end } else { nil } }
                #expect(ends.contains { $0.cause == .crashed(signal: 11) && $0.phase == callback })
                #expect(await window.draft.text == (callback == "didStartSending" ? "" : "kept"))
                try test.script([], as: "alice")
                try await window.open(test.bundle(Puppet.id))
                try await test.play("text , and on", in: window)
                #expect(await window.draft.text.hasSuffix(", and on"))
            }
            #expect(try test.rows(of: "bob").prefix(2) == ["* before", "* theirs"])
        }
    }
}
