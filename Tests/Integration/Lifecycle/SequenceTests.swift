import MayflyBundles
import MayflyConformance
import MayflyHost
import MayflyModel
import MayflyStore
import MayflyTesting
import Testing

/// The sequences of section 3 of the model, as a plugin in a real worker sees them (C-278).
@Suite(.proves("C-278")) struct SequenceTests {
    private static let launch = [
        "viewDidLoad compact no-conversation", "willBecomeActive compact selected=none",
        "didBecomeActive compact selected=none", "viewWillAppear compact selected=none",
        "viewDidAppear compact selected=none",
    ]

    private static func end(_ style: String = "compact", _ selected: String = "none") -> [String] {
        ["viewWillDisappear", "viewDidDisappear", "willResignActive", "didResignActive"].map {
            "\($0) \(style) selected=\(selected)"
        }
    }

    @Test(
        "3.1 launch from the drawer, 3.2 deactivation",
        .proves(
            "C-020",
            "C-022",
            "C-023",
            "C-024",
            "C-025",
            "C-026",
            "C-028",
            "C-029",
            "C-030",
            "C-031",
            "C-032",
            "C-034",
            "C-035",
            "C-039",
            "C-070"
        )
    )
    func launchesCompactAndEndsInOrder() async throws {
        try await Recorder.with { test in
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Recorder.id))
                #expect(trace.seen == Self.launch)
            }
            #expect(trace.seen == Self.launch + Self.end())
            #expect(
                trace.lifecycle == [
                    "spawned", "viewDidLoad", "willBecomeActive", "didBecomeActive", "viewWillAppear",
                    "viewDidAppear", "viewWillDisappear", "viewDidDisappear", "willResignActive", "didResignActive",
                    "killed", "reaped",
                ]
            )
        }
    }

    @Test(
        "3.3 bubble tap, extension inactive",
        .proves("C-004", "C-024", "C-026", "C-028", "C-050", "C-051", "C-052", "C-053", "C-054")
    )
    func bubbleTapLaunchesExpandedWithTheMessageSelected() async throws {
        try await Recorder.with { test in
            try await Self.send("stage", in: test)
            let trace = Trace()
            try await test.window(as: "bob", trace: trace) { window in
                try await window.tapBubble(1)
                #expect(
                    trace.seen == [
                        "viewDidLoad expanded no-conversation", "willBecomeActive expanded selected=first",
                        "didBecomeActive expanded selected=first", "viewWillAppear expanded selected=first",
                        "viewDidAppear expanded selected=first",
                    ]
                )
            }
            #expect(trace.seen.suffix(4) == Self.end("expanded", "first"))
        }
    }

    @Test("3.4 bubble tap, extension active in compact", .proves("C-055", "C-056", "C-057", "C-058", "C-059", "C-060"))
    func bubbleTapWhileCompactSelectsInsideTheTransition() async throws {
        try await Recorder.with { test in
            try await Self.send("stage", in: test)
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Recorder.id))
                trace.clear()
                try await window.tapBubble(1)
                #expect(
                    trace.seen == [
                        "willTransition compact selected=none to=expanded",
                        "willSelect compact selected=none message=first",
                        "didSelect compact selected=first message=first",
                        "didTransition expanded selected=first to=expanded",
                    ]
                )
                #expect(await window.style == .expanded)
            }
        }
    }

    @Test("3.5 bubble tap while already expanded; the same bubble twice (D-13)", .proves("C-063", "C-064"))
    func bubbleTapWhileExpandedSelectsOnly() async throws {
        try await Recorder.with { test in
            try await Self.send("stage", in: test)
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.tapBubble(1)
                trace.clear()
                try await window.tapBubble(1)
                let pair = [
                    "willSelect expanded selected=first message=first",
                    "didSelect expanded selected=first message=first",
                ]
                #expect(trace.seen == pair)
                try await window.tapBubble(1)
                #expect(trace.seen == pair + pair)
            }
        }
    }

    @Test(
        "3.6 bubble of another extension; 3.1 with another extension active",
        .proves("C-039", "C-047", "C-062", "C-065")
    )
    func anotherExtensionStartsOnlyAfterTheFirstHasResigned() async throws {
        let other = try PluginWorkshop.bundle("recorder", id: "test.mayfly.other")
        let first = try PluginWorkshop.bundle("recorder")
        try await TestHost.with(bundles: [first, other], policy: .immediate) { test in
            try await Self.send("stage", in: test)
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle("test.mayfly.other"))
                trace.clear()
                try await window.tapBubble(1)
                #expect(
                    trace.seen == Self.end() + [
                        "viewDidLoad expanded no-conversation", "willBecomeActive expanded selected=first",
                        "didBecomeActive expanded selected=first", "viewWillAppear expanded selected=first",
                        "viewDidAppear expanded selected=first",
                    ]
                )
                #expect(await window.openExtension?.id.rawValue == Recorder.id)
            }
        }
    }

    @Test("3.7 bubble tap, creating extension not installed")
    func bubbleOfAMissingExtensionLaunchesNothing() async throws {
        try await Recorder.with { test in
            try await Self.send("stage", in: test)
            let bare = try ExtensionHost(
                home: HomeFolder(path: test.home),
                searchPath: SearchPath(
                    home: test.home,
                    environment: [:],
                    executableFolder: nil,
                    currentFolder: "/"
                )
            )
            let trace = Trace()
            await #expect(throws: MayflyError.self) {
                try await bare.withWindow(on: test.conversation, as: "bob", observer: { trace.record($0) }) { window in
                    try await window.tapBubble(1)
                }
            }
            #expect(trace.lifecycle.isEmpty)
        }
    }

    @Test(
        "3.8 style change by the person and by request",
        .proves("C-080", "C-081", "C-083", "C-084", "C-085", "C-086", "C-088", "C-090")
    )
    func styleChangesAreAnnouncedBeforeAndAfter() async throws {
        try await Recorder.with { test in
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Recorder.id))
                trace.clear()
                try await window.changeStyle(to: .expanded)
                try await window.changeStyle(to: .expanded)
                #expect(
                    trace.seen == [
                        "willTransition compact selected=none to=expanded",
                        "didTransition expanded selected=none to=expanded",
                    ]
                )
                trace.clear()
                try await window.tap("compact")
                #expect(
                    trace.seen.dropFirst() == [
                        "willTransition expanded selected=none to=compact",
                        "didTransition compact selected=none to=compact",
                    ]
                )
                trace.clear()
                try await window.tap("both-styles")
                #expect(trace.seen.count == 5)
                #expect(await window.style == .compact)
                trace.clear()
                try await window.tap("transcript")
                #expect(trace.seen.count == 1)
                #expect(trace.lines.contains("call requestPresentationStyle error 1005"))
            }
        }
    }

    @Test("3.9 extension stages, person sends while it is active", .proves("C-130"))
    func sendingTellsTheExtensionAndEmptiesTheField() async throws {
        try await Recorder.with { test in
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Recorder.id))
                try await window.tap("stage")
                #expect(await window.draft.message?.message?.isPending == true)
                trace.clear()
                try await window.send()
                #expect(trace.seen == ["didStartSending compact selected=none message=first"])
                #expect(await window.draft.isEmpty)
                #expect(await window.transcript.entries.count == 1)
            }
            #expect(trace.lines.contains("transcript message 'first' sent"))
        }
    }

    @Test("3.10 extension stages and dismisses, then the person sends; 3.15 dismiss", .proves("C-042", "C-141"))
    func whatWasStagedBeforeDismissStaysAndIsSentWithoutCallback() async throws {
        try await Recorder.with { test in
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Recorder.id))
                try await window.tap("stage-dismiss")
                #expect(await window.openExtension == nil)
                #expect(await window.draft.message != nil)
                #expect(trace.lines.contains("keyboard shown"))
                #expect(trace.said.contains("completed insert 0"))
                trace.clear()
                try await window.send()
                #expect(trace.seen.isEmpty)
                #expect(trace.lines.contains("info: didStartSending is not delivered: the extension is not active"))
                #expect(await window.transcript.entries.count == 1)
            }
        }
    }

    @Test("3.11 person cancels the staged message, 3.12 code replaces it", .proves("C-108", "C-137"))
    func cancellingTellsTheExtensionAndReplacingDoesNot() async throws {
        try await Recorder.with { test in
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Recorder.id))
                try await window.tap("stage")
                trace.clear()
                try await window.tap("second")
                #expect(!trace.seen.contains { $0.hasPrefix("didCancelSending") })
                #expect(trace.lines.contains("draft message 'second'"))
                trace.clear()
                try await window.cancelMessage()
                #expect(trace.seen == ["didCancelSending compact selected=none message=second"])
                #expect(await window.draft.isEmpty)
            }
        }
    }

    @Test("3.13 remote message arrives", .proves("C-133", "C-142"))
    func arrivalTellsTheActiveExtensionAfterTheTranscript() async throws {
        try await Recorder.with { test in
            let trace = Trace()
            try await test.window(as: "bob", trace: trace) { window in
                try await Self.send("stage", in: test)
                #expect(trace.seen.isEmpty)
                try await window.open(test.bundle(Recorder.id))
                trace.clear()
                try await Self.send("stage", in: test)
                try await window.settle()
                #expect(trace.seen == ["didReceive compact selected=none message=first"])
                let lines = trace.lines
                let shown = try #require(lines.firstIndex { $0.hasPrefix("transcript") })
                let told = try #require(lines.firstIndex { $0.hasPrefix("callback didReceive") })
                #expect(shown < told)
            }
        }
    }

    /// How each end goes from the callback in which it comes, and what it is called.
    private static let ends: [(how: String, steps: [String], end: String)] = [
        ("crash", ["crashed", "reaped"], "crashed"), ("exit", ["exited", "reaped"], "exited"),
        ("hang", ["killed", "reaped"], "unresponsive"), ("stop", ["killed", "reaped"], "unresponsive"),
        ("never-done", ["killed", "reaped"], "unresponsive"),
    ]

    @Test("3.14 the process goes away", arguments: ends)
    func anEndThatNobodyAskedForLeavesTheHostWhole(how: String, steps: [String], end: String) async throws {
        try await Recorder.with(policy: .strict) { test in
            try await Self.send("stage", in: test)
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.tapBubble(1)
                try await window.type("kept")
                trace.clear()
                try await window.tap(how)
                await trace.wait { $0.contains { if case .receipt = $0 { true } else { false } } }
                try await window.settle()
                // No callback comes any more, and nothing is started again.
                #expect(trace.lifecycle == ["didPerformAction"] + steps)
                #expect(trace.seen == ["didPerformAction expanded selected=first \(how)"])
                let rest = trace.lines.suffix { $0 == "process reaped" }
                #expect(rest == ["process reaped", "receipt \(end)", "view expanded none"])
                #expect(await window.openExtension == nil)
                #expect(await window.failure != nil)
                #expect(await window.draft.text.hasPrefix("kept"))
                #expect(await window.transcript.entries.count == 1)
                // The next activation is an ordinary one.
                trace.clear()
                try await window.open(test.bundle(Recorder.id))
                #expect(await window.failure == nil)
                #expect(trace.seen == Self.launch)
                trace.clear()
            }
            #expect(trace.seen == Self.end())
        }
    }

    @Test("3.16 disable and enable, uninstall and reinstall", arguments: [true, false])
    func whatIsTakenAwayResignsAndComesBackAsNew(isUninstalled: Bool) async throws {
        try await TestHost.with(policy: .immediate) { test in
            let bundle = try PluginWorkshop.bundle("recorder")
            try test.host.install(bundleAt: bundle)
            let id = try test.bundle(Recorder.id).id
            try await Self.send("stage", in: test)
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.tapBubble(1)
                trace.clear()
                if isUninstalled {
                    try test.host.uninstall(id)
                } else {
                    try test.host.setEnabled(false, id, on: "alice")
                }
                await trace.wait { $0.contains { if case .receipt = $0 { true } else { false } } }
                try await window.settle()
                #expect(trace.seen == Self.end("expanded", "first"))
                #expect(
                    trace.lifecycle == [
                        "viewWillDisappear", "viewDidDisappear", "willResignActive", "didResignActive", "killed",
                        "reaped",
                    ]
                )
                #expect(await window.openExtension == nil)
                // Its bubble stays, and launches nothing.
                #expect(await window.transcript.entries.count == 1)
                trace.clear()
                await #expect(throws: MayflyError.self) { try await window.tapBubble(1) }
                #expect(trace.lifecycle.isEmpty)
                if isUninstalled {
                    try test.host.install(bundleAt: bundle)
                } else {
                    try test.host.setEnabled(true, id, on: "alice")
                }
                try await window.open(test.bundle(Recorder.id))
                #expect(trace.seen == Self.launch)
                try await window.tapBubble(1)
                #expect(trace.seen.last == "didTransition expanded selected=first to=expanded")
                trace.clear()
            }
            #expect(trace.seen == Self.end("expanded", "first"))
        }
    }

    private static func send(_ button: String, in test: TestHost) async throws {
        try await test.window(as: "alice") { window in
            try await window.open(test.bundle(Recorder.id))
            try await window.tap(button)
            try await window.send()
        }
    }
}

extension Array {
    /// From the last element that is of that kind to the end.
    fileprivate func suffix(_ isFirst: (Element) -> Bool) -> [Element] {
        lastIndex(where: isFirst).map { Array(self[$0...]) } ?? []
    }
}
