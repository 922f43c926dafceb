import Glibc
import MayflyConformance
import MayflyHost
import MayflyModel
import MayflyTesting
import Testing

/// The sequences in which an extension ends, as a plugin in a real worker sees them (model 3.2, 3.14 to 3.16).
@Suite struct EndSequenceTests {
    @Test("3.2 deactivation: closed, another picked, swiped away, dismissed", .proves("C-039", "C-047"))
    func whatThePersonDoesInTheWindowBringsTheWholeDeactivation() async throws {
        let bundles = try ["recorder", "other"].map { try PluginWorkshop.bundle("recorder", id: "test.mayfly.\($0)") }
        try await TestHost.with(bundles: bundles, policy: .immediate) { test in
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                // A tap on the keyboard is the same act: it closes the extension.
                try await window.open(test.bundle(Recorder.id))
                trace.clear()
                try await window.closeExtension()
                await trace.waitForEnds(1)
                #expect(trace.story == Recorder.story + Recorder.gone)
                try await window.open(test.bundle("test.mayfly.other"))
                trace.clear()
                try await window.open(test.bundle(Recorder.id))
                #expect(trace.seen == Recorder.end() + Recorder.launch)
                // The end of the process is not waited for.
                await trace.waitForEnds(1)
                #expect(
                    trace.story.filter { $0.hasPrefix("P: ") }.sorted() == (Recorder.gone + ["P: spawned"]).sorted()
                )
                trace.clear()
                try await window.swipe(.left)
                #expect(await window.openExtension?.id.rawValue == "test.mayfly.other")
                #expect(trace.seen == Recorder.end() + Recorder.launch)
                await trace.waitForEnds(1)
                trace.clear()
                try await window.tap("dismiss")
                await trace.waitForEnds(1)
                #expect(
                    trace.story
                        == ["X: didPerformAction compact selected=none dismiss", "X→H: dismiss"] + Recorder.story
                        + ["H: keyboard hidden"] + Recorder.gone
                )
            }
        }
    }

    /// A host that goes to the background ends its windows, as one that shuts down does (D-10).
    @Test("3.2 deactivation: the host shuts down", .proves("C-039"))
    func aHostThatShutsDownBringsTheWholeDeactivation() async throws {
        try await Recorder.with { test in
            let trace = Trace()
            let clock = TestClock()
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    try? await test.window(as: "alice", trace: trace) { window in
                        try await window.open(test.bundle(Recorder.id))
                        // Until it is cancelled: nobody moves this clock.
                        try await clock.wait(until: clock.now.advanced(by: .seconds(1)))
                    }
                }
                await trace.wait(for: { if case .log(_, _, "saw \(Recorder.launch[4])") = $0 { true } else { false } })
                trace.clear()
                group.cancelAll()
            }
            #expect(trace.story == Recorder.story + Recorder.gone)
        }
    }

    /// SIGTERM, as the system sends it to end a program: the extension resigns before the program ends.
    @Test("3.2 deactivation: the host is quit", .proves("C-039"))
    func aHostThatIsQuitBringsTheWholeDeactivation() async throws {
        try await Recorder.with { test in
            let (home, conversation) = (test.home, test.conversation)
            let (status, said) = try await OwnThread.run {
                let host = try ToolProcess(
                    home: home,
                    folders: try Recorder.folder,
                    "launch",
                    Recorder.id,
                    "--conversation",
                    conversation,
                    "--as",
                    "alice"
                )
                try host.waitFor(line: "saw \(Recorder.launch[4])")
                host.signal(SIGTERM)
                return (try host.finish(), host.said)
            }
            #expect(status == 130)
            #expect(said == (Recorder.launch + Recorder.end()).map { "saw \($0)" })
        }
    }

    @Test("3.15 dismiss after earlier calls", .proves("C-040", "C-041"))
    func whatWasCalledBeforeDismissIsDoneAndAnsweredFirst() async throws {
        try await Recorder.with { test in
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Recorder.id))
                trace.clear()
                try await window.tap("texts-dismiss")
                await trace.waitForEnds(1)
                // Completions come on a thread of their own, so calls and answers are compared apart.
                let (told, done) = (
                    trace.story.filter { $0.hasPrefix("X: ") }, trace.story.filter { !$0.hasPrefix("X: ") }
                )
                #expect(
                    told
                        == [
                            "X: didPerformAction compact selected=none texts-dismiss", "X: completed one 0",
                            "X: completed two 0",
                        ] + Recorder.end().map { "X: \($0)" }
                )
                #expect(
                    done
                        == [
                            "H: draft 'one '", "X→H: insertText", "H: draft 'one two '", "X→H: insertText",
                            "X→H: dismiss", "H: view compact none", "H: keyboard shown",
                        ] + Recorder.gone
                )
                #expect(trace.story.suffix(9) == Recorder.story + ["H: keyboard shown"] + Recorder.gone)
            }
        }
    }

    /// What a person sees at each of the ends.
    private static let seen = ["H: view expanded none", "H: keyboard shown"]

    /// How each end goes from the callback in which it comes, and what the person types when it is seen. A receipt with a stack
    /// waits for the names of the functions, and the person does not.
    private static let ends: [(how: String, steps: [String], hasStack: Bool)] = [
        (
            "crash",
            ["H: draft message 'before the crash' + 'kept'", "X→H: insertMessage", "P: crashed", "P: reaped"]
                + seen + ["H: draft message 'before the crash' + 'kept on'", "P: crashed"],
            true
        ),
        ("exit", ["P: exited", "P: reaped", "P: exited"] + seen + ["H: draft 'kept on'"], false),
        ("hang", ["P: killed", "P: reaped"] + seen + ["H: draft 'kept on'", "P: unresponsive"], true),
        ("stop", ["P: killed", "P: reaped", "P: unresponsive"] + seen + ["H: draft 'kept on'"], false),
        (
            "never-done",
            ["H: draft 'keptx'", "X→H: insertText", "X: completed never 0", "P: killed", "P: reaped"] + seen
                + ["H: draft 'keptx on'", "P: unresponsive"],
            true
        ),
    ]

    /// The functions in which it ends have names of C++, which a program makes readable that the test lets go.
    private static let named = Result {
        try PluginWorkshop.bundle(
            "recorder",
            options: ["-Ddid_perform_action=_Z7performv", "-Dcompleted_never=_Z5neverv"]
        )
    }

    @Test("3.14 the process goes away", arguments: ends)
    func anEndThatNobodyAskedForLeavesTheHostWhole(how: String, steps: [String], hasStack: Bool) async throws {
        let story =
            if hasStack {
                try await HeldNames.found { try await Self.story(of: how, names: $0) }.outcome
            } else {
                try await Self.story(of: how, names: nil).outcome
            }
        // No callback comes any more, and nothing is started again.
        // The keyboard comes back.
        #expect(story == ["X: didPerformAction expanded selected=first \(how)"] + steps)
    }

    /// What happens at an end, and in the window meanwhile.
    private static func story(of how: String, names: HeldNames?) async throws -> (end: WorkerEnd, outcome: [String]) {
        try await TestHost.with(bundles: [named.get()], policy: .strict, mediaWorker: names?.program) { test in
            try await Recorder.send("stage", in: test)
            let trace = Trace()
            let told = try await test.window(as: "alice", trace: trace) { window in
                try await window.tapBubble(1)
                try await window.type("kept")
                trace.clear()
                async let tap: Void = window.tapToTheEnd(.typed(how))
                await trace.wait(for: { if case .keyboard(true) = $0 { true } else { false } })
                try await window.type(" on")
                names?.release()
                try await tap
                let told = (try #require(trace.ends.first), trace.story)
                #expect(await window.openExtension == nil)
                #expect(await window.failure != nil)
                #expect(await window.draft.text.hasPrefix("kept"))
                #expect(await window.transcript.entries.count == 1)
                // The next activation is an ordinary one.
                trace.clear()
                try await window.open(test.bundle(Recorder.id))
                #expect(await window.failure == nil)
                #expect(trace.seen == Recorder.launch)
                trace.clear()
                return told
            }
            #expect(trace.seen == Recorder.end())
            return told
        }
    }

    @Test("3.16 disable and enable, uninstall and reinstall", arguments: [true, false])
    func whatIsTakenAwayResignsAndComesBackAsNew(isUninstalled: Bool) async throws {
        try await TestHost.with(policy: .immediate) { test in
            let bundle = try PluginWorkshop.bundle("recorder")
            try test.host.install(bundleAt: bundle)
            let id = try test.bundle(Recorder.id).id
            try await Recorder.send("stage", in: test)
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.tapBubble(1)
                trace.clear()
                if isUninstalled {
                    try test.host.uninstall(id)
                } else {
                    try test.host.setEnabled(false, id, on: "alice")
                }
                await trace.wait(for: { if case .receipt = $0 { true } else { false } })
                try await window.settle()
                #expect(trace.story == Recorder.endStory("expanded", "first"))
                #expect(await window.openExtension == nil)
                // Its bubble stays, and launches nothing.
                #expect(await window.transcript.entries.count == 1)
                trace.clear()
                await #expect(throws: MayflyError.self) { try await window.tapBubble(1) }
                #expect(trace.story.isEmpty)
                if isUninstalled {
                    try test.host.install(bundleAt: bundle)
                } else {
                    try test.host.setEnabled(true, id, on: "alice")
                }
                try await window.open(test.bundle(Recorder.id))
                #expect(trace.story == Recorder.launchStory())
                try await window.tapBubble(1)
                #expect(trace.story.last == "X: didTransition expanded selected=first to=expanded")
                trace.clear()
            }
            #expect(trace.story == Recorder.endStory("expanded", "first"))
        }
    }
}

extension Array {
    /// From the last element that is of that kind to the end.
    fileprivate func suffix(_ isFirst: (Element) -> Bool) -> [Element] {
        lastIndex(where: isFirst).map { Array(self[$0...]) } ?? []
    }
}
