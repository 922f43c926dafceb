import Foundation
import MayflyHeaders
import MayflyHost
import MayflyModel
import MayflyTestSupport
import MayflyTesting
import MayflyWorkers
import Testing

/// A plugin of the museum: a library that was compiled when its version of the interface was made.
struct FrozenPlugin: Sendable, CustomTestStringConvertible {
    let language: String
    /// The folder of its version.
    let folder: URL

    static let languages = ["c", "cpp", "rust", "swift"]
    /// The folder of each version that has a golden file, the oldest first.
    static let folders = (try? InterfaceSource.goldenFiles().map { $0.deletingLastPathComponent() }) ?? []
    static let all = folders.flatMap { folder in languages.map { FrozenPlugin(language: $0, folder: folder) } }

    /// Whether this machine can run them.
    static var isForThisMachine: Bool {
        #if arch(x86_64)
            true
        #else
            false
        #endif
    }

    var id: String { "test.mayfly.frozen-\(language)" }
    var library: URL { folder.appending(path: "everything-\(language)-x86_64.so") }
    var testDescription: String { "\(folder.lastPathComponent) \(language)" }

    /// The frozen interface of its version.
    func interface() throws -> HeaderInterface {
        try InterfaceSource.read(golden: folder.appending(path: "interface.json"))
    }

    /// The plugin in windows of a host of its own, with a picture in its private folder on each device.
    func with(providers: Providers, _ body: @Sendable (TestHost) async throws -> Void) async throws {
        let permissions = ["camera", "photos", "purchase", "payment", "network:localhost"]
        let settings = [["key": "sound", "kind": "toggle", "title": "Sound", "default": false]]
        let manifest: [String: Any] = [
            "permissions": permissions.map { ["name": $0, "reason": "For \($0)"] }, "settings": settings,
        ]
        let bundle = try PluginWorkshop.pack(id: id, manifest: manifest) {
            try FileManager.default.copyItem(atPath: library.path, toPath: $0)
        }
        var policy = Policy.immediate
        policy.memoryLimitKiB = 256 * 1024
        policy.vitalSigns = .milliseconds(10)
        try await TestHost.with(
            bundles: [bundle],
            policy: policy,
            reach: .thisMachineToo,
            providers: providers,
            pressure: NoMemoryPressure()
        ) { test in
            for device in ["alice", "bob"] { try test.givePicture(to: device, id) }
            try await body(test)
        }
    }
}
