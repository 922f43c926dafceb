import Foundation
import MayflyHost
import MayflyModel
import MayflyTesting
import MayflyWorkers
import Testing

/// The plugin that crashes, or does not answer, in the way that its buttons name.
enum Crasher {
    static let id = "test.mayfly.crasher"
    private static let path = Result { try PluginWorkshop.bundle("crasher", options: ["-pthread"]) }

    static var bundle: String { get throws { try path.get() } }

    /// Presses one button, and gives the receipt that was kept of it.
    static func receipt(
        pressing button: String,
        policy: Policy = .immediate,
        confinement: Confinement = .none,
        trace: Trace = Trace()
    ) async throws -> ExitReceipt {
        try await TestHost.with(bundles: [bundle], policy: policy, confinement: confinement) { test in
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(id))
                try? await window.tap(.typed(button))
            }
            let receipts = try await test.host.receipts()
            try #require(receipts.count == 1)
            return receipts[0]
        }
    }
}
