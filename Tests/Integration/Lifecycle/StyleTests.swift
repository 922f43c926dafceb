import MayflyConformance
import MayflyHost
import MayflyModel
import MayflyTesting
import Testing

/// Presentation styles, as a plugin is told them (model 2.4, 3.8, 4.5).
@Suite struct StyleTests {
    @Test(.proves("C-078")) func anInsertWhileExpandedIsStaged() async throws {
        try await Puppet.with { test in
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Puppet.id))
                try await window.changeStyle(to: .expanded)
                try await test.play("message url=?a|caption=from above", in: window)
                #expect(trace.answers == ["done message 0 aside"])
                #expect(await window.draft.message?.brief == "from above")
                #expect(await window.style == .expanded)
            }
        }
    }

    /// A part of C-089, which holds when a request in viewDidLoad waits too.
    @Test(arguments: ["willBecomeActive", "didBecomeActive", "viewWillAppear"])
    func aRequestBeforeTheViewHasAppearedWaitsForIt(callback: String) async throws {
        try await Puppet.with { test in
            try test.script(["\(callback) style 1"], as: "alice")
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Puppet.id))
                let names = trace.sightings.map(\.name)
                #expect(names.suffix(3) == ["viewDidAppear", "willTransition", "didTransition"])
                #expect(trace.sightings.prefix(5).allSatisfy { $0["style"] == "0" })
                #expect(await window.style == .expanded)
            }
        }
    }

    /// The new style is announced to who draws only when the extension has returned from willTransition.
    @Test(.proves("C-081", "C-082", "C-083"), arguments: [true, false])
    func aChangeIsShownBetweenItsTwoCallbacks(byPerson: Bool) async throws {
        try await Puppet.with { test in
            let gate = try CallbackGate(in: try test.privateFolder(of: "alice"))
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Puppet.id))
                trace.clear()
                try test.script(["willTransition hold gate", "didPerformAction style 1"], as: "alice")
                try await withThrowingTaskGroup(of: Void.self) { group in
                    await group.begin(in: window) { window in
                        if byPerson { try await window.changeStyle(to: .expanded) } else { try await window.tap("run") }
                    }
                    await trace.waitUntilTold("willTransition")
                    #expect(try trace.sighting("willTransition")["to"] == "1")
                    #expect(!trace.lines.contains { $0.hasPrefix("view expanded") })
                    #expect(await window.style == .compact)
                    gate.release()
                    try await group.waitForAll()
                }
                let steps = trace.lines.filter { $0.hasPrefix("view") || $0.hasPrefix("callback") }
                #expect(
                    steps.suffix(3).map { $0.split(separator: " ").prefix(2).joined(separator: " ") } == [
                        "callback willTransition", "view expanded", "callback didTransition",
                    ]
                )
            }
        }
    }

    @Test(.proves("C-088")) func aRequestInsideATransitionWaitsForItsEnd() async throws {
        try await Puppet.with { test in
            try test.script(["willTransition style 0", "didTransition count"], as: "alice")
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Puppet.id))
                trace.clear()
                try await window.changeStyle(to: .expanded)
                #expect(
                    trace.sightings.map { "\($0.name) \($0["to"] ?? "")" } == [
                        "willTransition 1", "didTransition 1", "willTransition 0", "didTransition 0",
                    ]
                )
            }
        }
    }

    @Test(.proves("C-092"), arguments: ["willTransition", "didTransition"])
    func aSlowAnswerToAChangeOfStyleIsReported(callback: String) async throws {
        let reports = try await slowness(limit: .milliseconds(10), of: callback)
        #expect(reports.contains { $0.hasPrefix("warning: \(callback) took ") })
        #expect(!reports.contains { $0.contains("viewDidAppear") })
        #expect(try await slowness(limit: .seconds(3_600), of: callback) == [])
    }

    /// What is reported of a change of style in which one callback takes 20 ms, and another one before it too.
    private func slowness(limit: Duration, of callback: String) async throws -> [String] {
        var policy = Policy.immediate
        policy.transition = limit
        let trace = Trace()
        try await Puppet.with(policy: policy) { test in
            try test.script(["\(callback) sleep 20", "viewDidAppear sleep 20"], as: "alice")
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Puppet.id))
                try await window.changeStyle(to: .expanded)
            }
        }
        return trace.lines.filter { $0.hasPrefix("warning: ") && $0.contains(" took ") }
    }
}
