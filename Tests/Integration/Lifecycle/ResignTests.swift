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

    /// The completion of an earlier call still runs. The host has taken the dismissal, because an act of the person that came later
    /// is done; but no callback comes before the completion has returned.
    @Test(.proves("C-040")) func dismissWaitsForACompletionThatRuns() async throws {
        try await Puppet.with { test in
            let gate = try CallbackGate(in: try test.privateFolder(of: "alice"))
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Puppet.id))
                try test.script(["didPerformAction text-held gate", "didPerformAction dismiss"], as: "alice")
                trace.clear()
                try await withThrowingTaskGroup(of: Void.self) { group in
                    await group.begin(in: window) { try await $0.tap("run") }
                    await trace.waitForCall("dismiss")
                    await group.begin(in: window) { try await $0.type(", typed after it") }
                    await trace.waitForField(", typed after it")
                    #expect(trace.lifecycle == ["didPerformAction"])
                    gate.release()
                    try await group.waitForAll()
                }
                await trace.waitForEnds(1)
                let told = trace.said.map { String($0.prefix { $0 != ";" }) }
                #expect(told == ["saw didPerformAction", "done late 0 aside"] + Self.end.map { "saw \($0)" })
                #expect(await window.draft.text == "held, typed after it")
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

    /// `settle` does not return while a completion of the dead worker counts as open: no time ends its wait.
    @Test(.proves("C-044"))
    func completionsThatAreOpenWhenAWorkerDiesNeverCome() async throws {
        try await Puppet.with(policy: .endlessPatience) { test in
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Puppet.id))
                try await test.play("crash-open lost", in: window)
                await trace.wait(for: { if case .receipt = $0 { true } else { false } })
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

    /// Calls of a process that dies wait for a server; so do calls of the next process, which have the same numbers. The late
    /// answers go to no process, and each call of the next process gets its own answer. `settle` does not return while a call of one
    /// of them counts as open.
    @Test(.proves("C-044")) func anAnswerForADeadWorkerGoesToNobodyAndNotToTheNext() async throws {
        let server = HeldStates(numbersAnswers: true)
        try await Sessions.with(policy: .endlessPatience, sessionStates: server) { test in
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    try await Self.getThreeStates(&group, in: window, test, trace)
                    await server.waitUntilAsked(1)
                    #expect(kill(try #require(trace.process), SIGKILL) == 0)
                    await trace.wait(for: { if case .receipt = $0 { true } else { false } })
                    trace.clear()
                    try await Self.getThreeStates(&group, in: window, test, trace)
                    await server.waitUntilAsked(2)
                    #expect(server.waiting == 2)
                    // Requests 1, 3 and 4 are the dead worker's: its calls go on one after the other.
                    server.answer(1, 3, 4)
                    await trace.wait { events in events.count { Self.isAnswered($0) } == 3 }
                    server.open()
                    try await group.waitForAll()
                }
                try await window.settle()
                #expect(server.waiting == 0)
                #expect(trace.told == [2, 5, 6].map { "get 0 version=\($0) size=0 " })
            }
        }
    }

    /// Opens the extension, which makes three calls, and returns when they wait.
    private static func getThreeStates(
        _ group: inout ThrowingTaskGroup<Void, any Error>,
        in window: ConversationWindow,
        _ test: TestHost,
        _ trace: Trace
    ) async throws {
        await group.begin(in: window) { try await $0.open(test.bundle(Sessions.id)) }
        await trace.waitForCallback("viewDidAppear")
        for _ in 0..<3 { await group.begin(in: window) { try await $0.tap("get") } }
        // This callback comes after the third tap's has returned.
        await group.begin(in: window) { try await $0.changeStyle(to: .expanded) }
        await trace.waitForCallback("willTransition")
    }

    private static func isAnswered(_ event: HostEvent) -> Bool {
        if case .call(_, "getState", _, _) = event { true } else { false }
    }
}

extension Trace {
    /// Waits until the host has called that callback.
    fileprivate func waitForCallback(_ name: String) async {
        await wait { events in events.contains { if case .callback(_, name, _) = $0 { true } else { false } } }
    }
}
