import MayflyHost
import MayflyModel
import MayflyTesting

/// Which layers of the sandbox this machine gives, as the worker program itself finds.
enum WholeSandbox {
    /// Asked once, although each test of a suite asks for the condition of the suite.
    private static let missing = Task { try await TestHost.with { try await $0.host.missingLayers() } }

    /// Whether every layer is there that an ordinary user can have.
    static func isHere() async throws -> Bool { try await !missing.value.keys.contains(where: \.isEssential) }

    static func gives(_ layer: SandboxLayer) async throws -> Bool { try await missing.value[layer] == nil }
}
