import MayflyABI
import MayflyConformance
import MayflyHost
import MayflyModel
import MayflyTesting
import MayflyWorkers
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

    /// The change waits for the callback, and is not lost.
    @Test(
        .proves("C-079"),
        arguments: [
            "viewDidLoad", "willBecomeActive", "didBecomeActive", "viewWillAppear", "viewDidAppear", "didPerformAction",
            "willTransition", "didTransition", "didReceive",
        ]
    )
    func thePersonSwitchesTheStyleWhileACallbackRuns(callback: String) async throws {
        try await Puppet.with { test in
            let gate = try CallbackGate(in: try test.privateFolder(of: "alice"))
            try test.script(["\(callback) hold gate"], as: "alice")
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    await group.begin(in: window) { window in
                        try await window.open(test.bundle(Puppet.id))
                        switch callback {
                        case "didPerformAction": try await window.tap("run")
                        case "willTransition", "didTransition": try await window.changeStyle(to: .expanded)
                        case "didReceive": try await test.send("message url=?theirs", from: "bob")
                        default: break
                        }
                    }
                    await trace.waitUntilTold(callback)
                    let wanted: PresentationStyle = callback.hasSuffix("Transition") ? .compact : .expanded
                    await group.begin(in: window) { try await $0.changeStyle(to: wanted) }
                    let before = Self.told(trace)
                    #expect(before.last?.hasPrefix(callback) == true)
                    // A transition that follows has the same callback once more, which is not held.
                    gate.release(2)
                    try await group.waitForAll()
                    try await window.settle()
                    let rest = Self.told(trace).dropFirst(before.count)
                    let style = "\(wanted.rawValue)"
                    #expect(rest.suffix(2) == ["willTransition \(style)", "didTransition \(style)"])
                    #expect(await window.style == wanted)
                }
            }
        }
    }

    /// It is held to its time, and nobody else waits for it: neither the window's own field and transcript nor another window.
    @Test(.proves("C-038")) func whileAnExtensionHangsThePersonGoesOn() async throws {
        try await Puppet.with(policy: .strict) { test in
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Puppet.id))
                try test.script(["didPerformAction hang"], as: "alice")
                try await withThrowingTaskGroup(of: Void.self) { group in
                    await group.begin(in: window) { try await $0.tap("run") }
                    await trace.waitUntilTold("didPerformAction")
                    await group.begin(in: window) { try await $0.type("typed meanwhile") }
                    try await test.send("message url=?theirs|caption=theirs", from: "bob")
                    await trace.wait { events in events.contains { if case .receipt = $0 { true } else { false } } }
                    try await group.waitForAll()
                }
                let lines = trace.lines
                let end = try #require(lines.firstIndex(of: "process killed"))
                let typed = try #require(lines.firstIndex(of: "draft 'typed meanwhile'"))
                let shown = try #require(lines.firstIndex { $0.hasPrefix("transcript message 'theirs'") })
                #expect(typed < end && shown < end, "\(lines.suffix(12))")
                #expect(trace.lines.last { $0.hasPrefix("receipt") } == "receipt unresponsive")
                #expect(await window.openExtension == nil)
                #expect(await window.draft.text == "typed meanwhile")
                try await window.send()
                #expect(try test.rows(of: "bob") == ["* theirs", "* typed meanwhile"])
            }
        }
    }
}
