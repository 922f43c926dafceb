import MayflyHost
import MayflyModel
import MayflyTesting

/// Which layers of the sandbox this machine gives, as the worker program itself finds.
enum WholeSandbox {
    /// Whether every layer is there that an ordinary user can have.
    static func isHere() async throws -> Bool {
        try await TestHost.with { try await !$0.host.missingLayers().keys.contains(where: \.isEssential) }
    }

    static func gives(_ layer: SandboxLayer) async throws -> Bool {
        try await TestHost.with { try await $0.host.missingLayers()[layer] == nil }
    }
}
