import Glibc
import MayflyConformance
import MayflyHost
import MayflyModel
import MayflyTesting
import Testing

/// How an extension leaves the screen (model 3.2, 3.14, 3.15).
@Suite struct ResignTests {
    private static let end = ["viewWillDisappear", "viewDidDisappear", "willResignActive", "didResignActive"]

    /// What an extension puts into the field before it leaves, and what the field shows then.
    private static let contents: [(commands: [String], shown: [String])] = [
        ([], []), (["text words"], ["words"]), (["message url=?a|caption=staged"], ["staged"]),
        (["sticker good.png|a cup"], ["sticker a cup"]),
    ]

    @Test(.proves("C-040", "C-041", "C-042"), arguments: contents)
    func dismissBringsTheWholeSequenceAndTheKeyboardForAFieldWithContent(
        commands: [String],
        shown: [String]
    ) async throws {
        try await Puppet.with { test in
            try test.givePicture(to: "alice")
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Puppet.id))
                trace.clear()
                try test.script((commands + ["dismiss"]).map { "didPerformAction \($0)" }, as: "alice")
                try await window.tap("run")
                #expect(trace.sightings.map(\.name) == ["didPerformAction"] + Self.end)
                let keyboard = trace.lines.filter { $0.hasPrefix("keyboard") }
                #expect(keyboard == [commands.isEmpty ? "keyboard hidden" : "keyboard shown"])
                #expect(await window.openExtension == nil)
                #expect(await window.draft.itemsToSend.map(\.brief) == shown)
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

    /// Calls that wait for a server when the process that made them dies: their answers are taken and given to nobody, and
    /// then the window counts none of them any more, or it would not come to rest.
    @Test(.proves("C-044"), .timeLimit(.minutes(2))) func nothingIsKeptForACompletionOfADeadWorker() async throws {
        let server = HeldStates()
        try await Sessions.with(sessionStates: server) { test in
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Sessions.id))
                try await window.changeStyle(to: .expanded)
                try await window.input("size", "3")
                try await withThrowingTaskGroup(of: Void.self) { group in
                    await group.begin(in: window) { try await $0.tap("get-many") }
                    await server.waitUntilAsked(1)
                    #expect(server.waiting == 1)
                    #expect(kill(try #require(trace.process), SIGKILL) == 0)
                    await trace.wait { $0.contains { if case .receipt = $0 { true } else { false } } }
                    server.open()
                    try await group.waitForAll()
                }
                try await window.settle()
                #expect(server.waiting == 0)
                #expect(trace.told.isEmpty)
                // One that lives is answered, and by its own completions alone.
                try await window.open(test.bundle(Sessions.id))
                try await window.tap("get-many", ["size": "3"])
                #expect(trace.told == Array(repeating: "many 0 version=0 size=0 ", count: 3))
            }
        }
    }

    /// The callbacks that a whole life of an extension has.
    static let callbacks = [
        "viewDidLoad", "willBecomeActive", "didBecomeActive", "viewWillAppear", "viewDidAppear", "didPerformAction",
        "willTransition", "didTransition", "willSelect", "didSelect", "didReceive", "didStartSending",
        "didCancelSending", "viewWillDisappear", "viewDidDisappear", "willResignActive", "didResignActive",
        "stickerCount", "stickerAt", "didReceiveMemoryWarning",
    ]

    private static func script(crashingIn callback: String) -> [String] {
        let run =
            switch callback {
            case "stickerCount", "stickerAt": ["browse 1"]
            case "didReceiveMemoryWarning": ["hog 56"]
            default: ["message url=?staged|caption=staged"]
            }
        return ["\(callback) crash"] + run.map { "didPerformAction \($0)" }
    }

    /// Whatever of this is still possible brings the callback about, and the crash ends the rest.
    private func live(
        through callback: String,
        in window: ConversationWindow,
        _ test: TestHost,
        _ trace: Trace
    ) async throws {
        let hasEnded: @Sendable ([HostEvent]) -> Bool = { events in
            events.contains { if case .receipt = $0 { true } else { false } }
        }
        try? await window.open(test.bundle(Puppet.id))
        try? await window.changeStyle(to: .expanded)
        try? await window.tap("run")
        if callback == "didReceiveMemoryWarning" { await trace.wait(until: hasEnded) }
        try? await window.cancelMessage()
        try await test.send("message url=?theirs|caption=theirs", from: "bob")
        try? await window.settle()
        try? await window.tapBubble(1)
        if callback == "didStartSending" {
            try? await window.tap("run")
            try? await window.send()
        }
        try? await window.closeExtension()
        await trace.wait(until: hasEnded)
        try await window.settle()
    }

    @Test(.proves("C-279"), arguments: callbacks)
    func aCrashInAnyCallbackLeavesTheHostWhole(callback: String) async throws {
        var policy = Policy.immediate
        if callback == "didReceiveMemoryWarning" {
            policy.memoryLimitKiB = 64 * 1024
            policy.vitalSigns = .milliseconds(10)
        }
        try await Puppet.with(policy: policy) { test in
            try await test.send("message url=?before|caption=before", from: "alice")
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.type("kept")
                try test.script(Self.script(crashingIn: callback), as: "alice")
                try await live(through: callback, in: window, test, trace)
                let ends = trace.events.compactMap { if case .receipt(_, let end) = $0 { end } else { nil } }
                #expect(
                    ends.contains { $0.cause == .crashed(signal: 11) && $0.phase == callback },
                    "\(ends.map { "\($0.cause) in \($0.phase ?? "nothing")" })"
                )
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
