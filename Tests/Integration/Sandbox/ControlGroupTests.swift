import Foundation
import MayflyHost
import MayflyModel
import MayflyTestSupport
import MayflyTesting
import MayflyWorkers
import Testing

/// Where this process may make control groups; elsewhere there is nothing to test.
@Suite(.enabled("control groups cannot be made here") { try await WholeSandbox.gives(.cgroup) })
struct ControlGroupTests {
    /// The folders of groups that this process made, wherever they lie.
    private static func groups(of worker: Int32) throws -> [String] {
        try kernelText(of: "/proc/\(worker)/cgroup").split(separator: "\n").map(String.init)
            .filter { $0.contains("/mayfly-\(getpid())-") }
    }

    @Test(arguments: [true, false]) func aWorkerIsInAGroupOfItsOwnWhileItLives(isWanted: Bool) async throws {
        let layers = Set(SandboxLayer.allCases.filter { $0 != .cgroup || isWanted })
        let trace = Trace()
        try await Recorder.with(confinement: Confinement(layers: layers)) { test in
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Recorder.id))
                let worker = try trace.family.worker
                #expect(try Self.groups(of: worker).isEmpty == !isWanted)
                #expect(try Self.groups(of: getpid()).isEmpty)
            }
        }
        #expect(trace.lifecycle.last == "reaped")
    }
}
