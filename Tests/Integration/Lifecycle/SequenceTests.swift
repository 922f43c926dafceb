import MayflyBundles
import MayflyConformance
import MayflyHost
import MayflyModel
import MayflyStore
import MayflyTesting
import Testing

/// The sequences of a launch, of taps on bubbles and of a change of style, as a plugin in a real worker sees them (model 3.1 to
/// 3.8). `GoldenTraceTests` says which test has the trace of which section.
@Suite struct SequenceTests {
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
            "C-030",
            "C-031",
            "C-032",
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
                #expect(trace.story == Recorder.launchStory())
            }
            #expect(trace.story == Recorder.launchStory() + Recorder.endStory())
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
            try await Recorder.send("stage", in: test)
            let trace = Trace()
            try await test.window(as: "bob", trace: trace) { window in
                try await window.tapBubble(1)
                #expect(trace.story == Recorder.launchStory("expanded", "first"))
            }
            #expect(
                trace.story == Recorder.launchStory("expanded", "first") + Recorder.endStory("expanded", "first")
            )
        }
    }

    @Test("3.4 bubble tap, extension active in compact", .proves("C-055", "C-056", "C-057", "C-058", "C-059", "C-060"))
    func bubbleTapWhileCompactSelectsInsideTheTransition() async throws {
        try await Recorder.with { test in
            try await Recorder.send("stage", in: test)
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Recorder.id))
                trace.clear()
                try await window.tapBubble(1)
                #expect(
                    trace.story == [
                        "X: willTransition compact selected=none to=expanded",
                        "X: willSelect compact selected=none message=first",
                        "X: didSelect compact selected=first message=first", "H: view expanded card",
                        "X: didTransition expanded selected=first to=expanded",
                    ]
                )
                #expect(await window.style == .expanded)
            }
        }
    }

    @Test("3.5 bubble tap while already expanded; the same bubble twice (D-13)", .proves("C-063", "C-064"))
    func bubbleTapWhileExpandedSelectsOnly() async throws {
        try await Recorder.with { test in
            try await Recorder.send("stage", in: test)
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.tapBubble(1)
                trace.clear()
                try await window.tapBubble(1)
                let pair = [
                    "X: willSelect expanded selected=first message=first",
                    "X: didSelect expanded selected=first message=first",
                ]
                #expect(trace.story == pair)
                try await window.tapBubble(1)
                #expect(trace.story == pair + pair)
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
            try await Recorder.send("stage", in: test)
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle("test.mayfly.other"))
                trace.clear()
                try await window.tapBubble(1)
                await trace.waitForEnds(1)
                // The end of the first process is not waited for, so its steps are compared apart.
                #expect(
                    trace.story.filter { !Recorder.gone.contains($0) }
                        == Recorder.story + Recorder.launchStory("expanded", "first")
                )
                #expect(trace.story.filter(Recorder.gone.contains) == Recorder.gone)
                #expect(await window.openExtension?.id.rawValue == Recorder.id)
            }
        }
    }

    @Test("3.7 bubble tap, creating extension not installed")
    func bubbleOfAMissingExtensionLaunchesNothing() async throws {
        try await Recorder.with { test in
            try await Recorder.send("stage", in: test)
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
            let error = await #expect(throws: MayflyError.self) {
                try await bare.withWindow(on: test.conversation, as: "bob", observer: { trace.record($0) }) { window in
                    try await window.tapBubble(1)
                }
            }
            #expect(error?.code == .unknownExtension)
            #expect(
                error?.message == """
                    entry 1 does nothing: its extension cannot be launched, and the message has an address that is neither http \
                    nor https (no extension '\(Recorder.id)')
                    """
            )
            // Nothing is launched, and no address is opened.
            #expect(trace.story.isEmpty)
        }
    }

    /// A change of style, whoever wants it.
    private static func change(from old: String, to new: String) -> [String] {
        [
            "X: willTransition \(old) selected=none to=\(new)", "H: view \(new) card",
            "X: didTransition \(new) selected=none to=\(new)",
        ]
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
                // The second wish waits, and is what is there already when its turn comes.
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<2 { await group.begin(in: window) { try await $0.changeStyle(to: .expanded) } }
                    try await group.waitForAll()
                }
                #expect(trace.story == Self.change(from: "compact", to: "expanded"))
                trace.clear()
                try await window.tap("compact")
                let request = "X→H: requestPresentationStyle"
                #expect(
                    trace.story == ["X: didPerformAction expanded selected=none compact", request]
                        + Self.change(from: "expanded", to: "compact")
                )
                // Two requests in one callback: the second begins after the end of the first.
                trace.clear()
                try await window.tap("both-styles")
                #expect(
                    trace.story == ["X: didPerformAction compact selected=none both-styles", request, request]
                        + Self.change(from: "compact", to: "expanded") + Self.change(from: "expanded", to: "compact")
                )
                // The style is compact again: the extension's own request for it does nothing.
                trace.clear()
                try await window.tap("compact")
                #expect(trace.story == ["X: didPerformAction compact selected=none compact", request])
                trace.clear()
                try await window.tap("transcript")
                #expect(
                    trace.story.prefix(2) == [
                        "X: didPerformAction compact selected=none transcript", "\(request) error 1005",
                    ]
                )
                #expect(
                    trace.story.count == 3 && trace.story[2].hasPrefix("H: error: requestPresentationStyle is refused")
                )
                #expect(await window.style == .compact)
            }
        }
    }
}
