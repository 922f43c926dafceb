import MayflyABI
import MayflyConformance
import MayflyHost
import MayflyModel
import MayflyTesting
import Testing

/// What a person does while the extension is inside a callback, and what the extension asked for in it (model 3.8, 3.14).
@Suite struct HeldCallbackTests {
    /// Names of the callbacks that a puppet was told, with the style of the transitions.
    private static func told(_ trace: Trace) -> [String] {
        trace.sightings.map { sighting in sighting.name + (sighting["to"].map { " \($0)" } ?? "") }
    }

    /// The extension asks for `asked` and stays in its callback; the person chooses `chosen` meanwhile. Gives what it was told
    /// from that callback on, and the style at the end.
    private func compete(
        asked: PresentationStyle,
        chosen: PresentationStyle,
        from style: PresentationStyle
    ) async throws -> (told: [String], style: PresentationStyle) {
        try await Puppet.with { test in
            let gate = try CallbackGate(in: try test.privateFolder(of: "alice"))
            let trace = Trace()
            return try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Puppet.id))
                if style != .compact { try await window.changeStyle(to: style) }
                trace.clear()
                let lines = ["style \(asked.rawValue)", "hold gate"].map { "didPerformAction \($0)" }
                try test.script(lines, as: "alice")
                try await withThrowingTaskGroup(of: Void.self) { group in
                    await group.begin(in: window) { try await $0.tap("run") }
                    await trace.waitForCall("requestPresentationStyle")
                    await group.begin(in: window) { try await $0.changeStyle(to: chosen) }
                    gate.release()
                    try await group.waitForAll()
                }
                return (Self.told(trace), await window.style)
            }
        }
    }

    @Test(.proves("C-087")) func thePersonsChoiceBeatsARequestThatWaits() async throws {
        // The person wants what is there: the request is discarded, and nothing changes.
        let kept = try await compete(asked: .expanded, chosen: .compact, from: .compact)
        #expect(kept.told == ["didPerformAction"])
        #expect(kept.style == .compact)
        let keptAbove = try await compete(asked: .compact, chosen: .expanded, from: .expanded)
        #expect(keptAbove.told == ["didPerformAction"])
        #expect(keptAbove.style == .expanded)
        // Both want the same: it comes once, and the request does not undo it later.
        let both = try await compete(asked: .expanded, chosen: .expanded, from: .compact)
        #expect(both.told == ["didPerformAction", "willTransition 1", "didTransition 1"])
        #expect(both.style == .expanded)
    }

    /// The same without the person: the request is carried out as soon as the callback has returned.
    @Test func aRequestThatNobodyContradictsIsCarriedOut() async throws {
        try await Puppet.with { test in
            let gate = try CallbackGate(in: try test.privateFolder(of: "alice"))
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Puppet.id))
                trace.clear()
                try test.script(["didPerformAction style 1", "didPerformAction hold gate"], as: "alice")
                try await withThrowingTaskGroup(of: Void.self) { group in
                    await group.begin(in: window) { try await $0.tap("run") }
                    await trace.waitForCall("requestPresentationStyle")
                    #expect(Self.told(trace) == ["didPerformAction"])
                    gate.release()
                    try await group.waitForAll()
                }
                #expect(Self.told(trace) == ["didPerformAction", "willTransition 1", "didTransition 1"])
            }
        }
    }

    /// D-07. A request for the style that it has is no change.
    @Test(.proves("C-089"), arguments: ["viewDidLoad", "willBecomeActive", "didBecomeActive", "viewWillAppear"])
    func aRequestBeforeItIsOnScreenWaitsUntilItIs(callback: String) async throws {
        try await Puppet.with { test in
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try test.script(["\(callback) style 1"], as: "alice")
                try await window.open(test.bundle(Puppet.id))
                #expect(
                    Self.told(trace) == [
                        "viewDidLoad", "willBecomeActive", "didBecomeActive", "viewWillAppear", "viewDidAppear",
                        "willTransition 1", "didTransition 1",
                    ]
                )
                #expect(await window.style == .expanded)
            }
        }
    }

    /// Goes through every callback of the interface. The puppet reports that it is in the callback, and stays in it until the test
    /// releases it; no deadline is near. Meanwhile the person types, a message arrives, and the person changes the style. The
    /// change follows the callback.
    @Test(.proves("C-038", "C-079")) func whileACallbackRunsThePersonGoesOn() async throws {
        var policy = Policy.immediate
        policy.limitMemory()
        try await Puppet.with(policy: policy) { test in
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                for scenario in CallbackScenario.all {
                    try await scenario.prepare(window, test)
                    trace.clear()
                    try await goOn(during: scenario, window, test, trace)
                    if scenario.time == .launch { try await window.closeExtension() }
                }
            }
        }
    }

    private func goOn(
        during scenario: CallbackScenario,
        _ window: ConversationWindow,
        _ test: TestHost,
        _ trace: Trace
    ) async throws {
        let callback = scenario.callback
        let gate = try CallbackGate("gate-\(callback)", in: try test.privateFolder(of: "alice"))
        let held = ["\(callback) hold gate-\(callback)", "didReceiveMemoryWarning let-go"]
        try test.script(held + scenario.script, as: "alice")
        let wanted = try await withThrowingTaskGroup(of: Void.self) { group in
            await group.begin(in: window) { try await scenario.lead($0, test) }
            await trace.waitUntilTold(scenario)
            let before = Self.told(trace)
            await group.begin(in: window) { try await $0.type("typed in \(callback)") }
            await trace.waitForField("typed in \(callback)")
            try await test.window(as: "bob") { other in
                try await other.type("said in \(callback)")
                try await other.send()
            }
            await trace.waitForRow("said in \(callback)")
            let wanted: PresentationStyle =
                before.last == "willTransition 1" || Self.isExpanded(trace) ? .compact : .expanded
            if scenario.time != .end { await group.begin(in: window) { try await $0.changeStyle(to: wanted) } }
            #expect(Self.told(trace) == before, "\(callback) was not waited for")
            try test.script([], as: "alice")
            gate.release()
            try await group.waitForAll()
            return wanted
        }
        try await window.settle()
        guard scenario.time != .end else {
            #expect(await window.openExtension == nil, "\(callback)")
            return
        }
        let style = "\(wanted.rawValue)"
        #expect(Self.told(trace).suffix(2) == ["willTransition \(style)", "didTransition \(style)"], "\(callback)")
        #expect(await window.style == wanted, "\(callback)")
    }

    /// The style that the puppet was told last.
    private static func isExpanded(_ trace: Trace) -> Bool { trace.sightings.last?["style"] == "1" }

    /// Every callback of the interface, each in a conversation of its own, seven at a time. Only the deadline ends it.
    @Test(.proves("C-038")) func aCallbackThatOverrunsItsDeadlineEndsInAKill() async throws {
        var policy = Policy.strict
        policy.callback = .seconds(3)
        policy.resign = policy.callback
        policy.limitMemory()
        let all = CallbackScenario.all
        try await Puppet.with(devices: ["bob"] + all.map(\.callback), policy: policy) { test in
            for scenario in all {
                try test.host.createConversation(scenario.callback, with: [scenario.callback, "bob"])
            }
            for start in stride(from: 0, to: all.count, by: 7) {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for scenario in all.dropFirst(start).prefix(7) {
                        group.addTask { try await Self.hang(in: scenario, test) }
                    }
                    try await group.waitForAll()
                }
            }
        }
    }

    /// The conversation and the device are called like the callback.
    private static func hang(in scenario: CallbackScenario, _ test: TestHost) async throws {
        let callback = scenario.callback
        let trace = Trace()
        try await test.host.withWindow(on: callback, as: callback, observer: { trace.record($0) }) { window in
            try await scenario.prepare(window, test)
            try test.script(["\(callback) hang"] + scenario.script, as: callback)
            // It may throw, because the extension ends.
            try? await scenario.lead(window, test)
            await trace.waitForEnds(1)
            try await window.settle()
            let told = trace.said.last { $0.hasPrefix("saw ") || $0.hasPrefix("asked ") }
            #expect(told.map(scenario.isTold) == true, "\(callback): \(told ?? "nothing")")
            #expect(try HeldProcess(try #require(trace.process)).hasEnded)
            #expect(trace.ends.map(\.cause) == [.unresponsive(callback: callback, milliseconds: 3_000)])
            #expect(await window.openExtension == nil)
            try await window.type("typed after it")
            try await window.send()
        }
        let shown = try test.host.look(at: callback, as: "bob").transcript.entries.last?.item?.brief
        #expect(shown?.hasSuffix("typed after it") == true, "\(callback)")
    }
}
