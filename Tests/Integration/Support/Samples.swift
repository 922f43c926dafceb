import Foundation
import MayflyABI
import MayflyTesting

/// The packed sample extensions, which lie beside the test program (`make pack CONFIG=debug`).
enum Samples {
    static let folder = Bundle.main.bundlePath + "/plugins"
    static let tally = folder + "/Tally.mayfly"
    static let smileys = folder + "/Smileys.mayfly"
    static let iceCream = folder + "/IceCream.mayfly"

    static func with<Value: Sendable>(
        devices: [String] = ["alice", "bob"],
        _ body: @Sendable (TestHost) async throws -> Value
    ) async throws -> Value {
        try await TestHost.with(bundles: [folder + "/Tally.mayfly"], devices: devices, policy: .immediate, body)
    }
}
