import MayflyHost
import MayflyModel
import MayflyTesting
import MayflyWorkers
import Testing

/// The glutton plugin: it takes more than it may.
enum Glutton {
    static let id = "test.mayfly.glutton"

    static func bundle(manifest: [String: Any] = [:]) throws -> String {
        try PluginWorkshop.bundle("glutton", options: ["-pthread"], manifest: manifest)
    }

    /// Presses one of its buttons and gives the cause of its end, and what happened until then.
    static func end(
        after button: String,
        policy: Policy,
        manifest: [String: Any] = [:],
        confinement: Confinement = Confinement()
    ) async throws -> (cause: WorkerEnd.Cause?, trace: Trace) {
        let bundles = [try bundle(manifest: manifest), try PluginWorkshop.bundle("recorder")]
        return try await TestHost.with(bundles: bundles, policy: policy, confinement: confinement) { test in
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(id))
                try await window.tapToTheEnd(.typed(button))
                await trace.wait(for: { if case .receipt = $0 { true } else { false } })
                try await window.settle()
                // The host and the next extension are none the worse for it.
                try await window.open(test.bundle(Recorder.id))
                try await window.tap("text")
            }
            return (trace.events.ends.first?.cause, trace)
        }
    }
}

extension [HostEvent] {
    /// How workers ended, in order.
    var ends: [WorkerEnd] { compactMap { if case .receipt(_, let end) = $0 { end } else { nil } } }
}
