import Foundation
import MayflyHost
import MayflyModel
import MayflyTesting
import MayflyWorkers

/// The plugin of `Tests/Plugins/SwiftFace`, a dynamic library of the package that lies beside the tests.
enum SwiftFace {
    static let id = "test.mayfly.swift-face"

    private static let path = Result {
        let names = ["camera", "photos", "purchase", "payment", "network:localhost"]
        let permissions = names.map { ["name": $0, "reason": "For \($0)"] }
        let settings = [["key": "sound", "kind": "toggle", "title": "Sound", "default": false]]
        let manifest: [String: Any] = ["permissions": permissions, "settings": settings]
        return try PluginWorkshop.pack(id: id, manifest: manifest) { library in
            try FileManager.default.copyItem(atPath: Bundle.main.bundlePath + "/libSwiftFace.so", toPath: library)
        }
    }

    /// The plugin in windows of a host of its own, with a picture in its private folder on alice's device.
    static func with<Value: Sendable>(
        confinement: Confinement = Confinement(),
        providers: Providers = Providers(),
        _ body: @Sendable (TestHost) async throws -> Value
    ) async throws -> Value {
        let bundle = try path.get()
        return try await TestHost.with(
            bundles: [bundle],
            policy: .immediate,
            confinement: confinement,
            reach: .thisMachineToo,
            providers: providers,
            pressure: NoMemoryPressure()
        ) { test in
            try test.givePicture(to: "alice", id)
            return try await body(test)
        }
    }
}
