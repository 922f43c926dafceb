import Foundation
import MayflyConformance
import MayflyHost
import MayflyModel
import MayflyTesting
import Testing

/// The process is killed from outside (C-043): the host goes on, the field is whole, the next launch is clean.
@Suite struct KillTests {
    /// Kills the worker right when the trace shows a certain event.
    private final class Killer: Sendable {
        let trace = Trace()
        let moment: String

        init(_ moment: String) { self.moment = moment }

        func observe(_ event: HostEvent) {
            trace.record(event)
            let name: String? =
                switch event {
                case .process(_, .spawned, _): "spawned"
                case .callback(_, let name, _): name
                default: nil
                }
            guard name == moment else { return }
            let process = trace.events.compactMap { event -> Int32? in
                if case .process(_, .spawned, let id) = event { id } else { nil }
            }.last
            if let process { kill(process, SIGKILL) }
        }
    }

    /// The moments that come before the extension is closed.
    private static let whileOpen = [
        "spawned", "viewDidLoad", "willBecomeActive", "didBecomeActive", "viewDidAppear", "willTransition",
    ]
    private static let whileClosing = ["viewWillDisappear", "willResignActive", "didResignActive"]

    @Test(.proves("C-043"), arguments: whileOpen + whileClosing)
    func aKillAtAnyMomentLeavesTheHostWhole(moment: String) async throws {
        try await Recorder.with { test in
            let killer = Killer(moment)
            try await test.host.withWindow(on: test.conversation, as: "alice", observer: killer.observe) { window in
                try await window.type("kept")
                try? await window.open(test.bundle(Recorder.id))
                try? await window.changeStyle(to: .expanded)
                if Self.whileClosing.contains(moment) { try await window.closeExtension() }
                await killer.trace.waitForEnds(1)
                try await window.settle()
                // The window is rid of it without being closed.
                #expect(await window.openExtension == nil)
                guard case .none = await window.view else {
                    Issue.record("the view of the extension that was killed in \(moment) is still shown")
                    return
                }
                #expect(await window.draft.text == "kept")
                await #expect(throws: MayflyError.self) { try await window.closeExtension() }
            }
            // There is no other process, but in the place of one that was killed before it had read its request. No callback comes after
            // the end. A call that is on its way at the kill may still be answered before.
            let steps = killer.trace.lifecycle
            let spawned = steps.count { $0 == "spawned" }
            #expect(spawned == 1 || moment == "spawned" && spawned == 2)
            #expect(steps.count { $0 == "reaped" } == 1)
            #expect(steps.last == "reaped")
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Recorder.id))
                #expect(await window.draft.text == "kept")
            }
            #expect(trace.lifecycle.prefix(3) == ["spawned", "viewDidLoad", "willBecomeActive"])
        }
    }
}
