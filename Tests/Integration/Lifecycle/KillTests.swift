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
            let process = trace.events.lazy.compactMap { event -> Int32? in
                if case .process(_, .spawned, let id) = event { id } else { nil }
            }.first
            if let process { kill(process, SIGKILL) }
        }
    }

    @Test(
        .proves("C-043"),
        arguments: [
            "spawned", "viewDidLoad", "willBecomeActive", "didBecomeActive", "viewDidAppear", "willTransition",
            "viewWillDisappear", "willResignActive", "didResignActive",
        ]
    )
    func aKillAtAnyMomentLeavesTheHostWhole(moment: String) async throws {
        try await Recorder.with { test in
            let killer = Killer(moment)
            try await test.host.withWindow(on: test.conversation, as: "alice", observer: killer.observe) { window in
                try await window.type("kept")
                try? await window.open(test.bundle(Recorder.id))
                try? await window.changeStyle(to: .expanded)
                try? await window.closeExtension()
                await killer.trace.wait { $0.contains { if case .receipt = $0 { true } else { false } } }
                try await window.settle()
                #expect(await window.openExtension == nil)
                #expect(await window.draft.text == "kept")
                #expect(killer.trace.lifecycle.filter { $0 == "reaped" }.count == 1)
            }
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Recorder.id))
                #expect(await window.draft.text == "kept")
            }
            #expect(trace.lifecycle.prefix(3) == ["spawned", "viewDidLoad", "willBecomeActive"])
        }
    }
}
