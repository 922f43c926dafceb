import Foundation
import MayflyHost
import MayflyTesting

/// Whether this machine gives every layer of the sandbox, as the worker program itself finds.
enum WholeSandbox {
    static func isHere() async throws -> Bool {
        try await TestHost.with { try await $0.host.missingLayers().isEmpty }
    }
}
