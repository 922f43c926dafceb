import Foundation
import MayflyHost
import MayflyModel
import MayflyTesting
import MayflyWorkers

/// The plugin of `Tests/Plugins/SwiftFace`, a dynamic library of the package that lies beside the tests.
enum SwiftFace {
    static let id = "test.mayfly.swift-face"

    private static let path = Result {
        let settings = [["key": "sound", "kind": "toggle", "title": "Sound", "default": false]]
        return try PluginWorkshop.pack(id: id, manifest: ["settings": settings]) { library in
            try FileManager.default.copyItem(atPath: Bundle.main.bundlePath + "/libSwiftFace.so", toPath: library)
        }
    }

    /// The plugin in windows of a host of its own, with a picture in its private folder on alice's device.
    static func with<Value: Sendable>(
        confinement: Confinement = Confinement(),
        _ body: @Sendable (TestHost) async throws -> Value
    ) async throws -> Value {
        let bundle = try path.get()
        return try await TestHost.with(bundles: [bundle], policy: .immediate, confinement: confinement) { test in
            try test.givePicture(to: "alice", id)
            return try await body(test)
        }
    }
}
