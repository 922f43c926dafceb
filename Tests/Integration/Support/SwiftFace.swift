import Foundation
import MayflyModel
import MayflyTestSupport
import MayflyTesting

/// The plugin that uses the Swift face, built with the compiler and the module that lies beside the tests.
enum SwiftFace {
    static let id = "test.mayfly.swift-face"

    private static let modules = Bundle.main.bundlePath + "/Modules"
    private static let objects = Bundle.main.bundlePath + "/MayflyExtension.build"

    /// Whether the module is here, and is one that a worker can load: not where the tests run in a copy of what they need, nor
    /// where what was built is sanitized.
    static var canBeBuilt: Bool {
        !Sanitizer.isHere && FileManager.default.fileExists(atPath: objects)
    }

    private static let path = Result {
        try PluginWorkshop.pack(id: id) { library in
            try run(
                "swiftc",
                [
                    "-parse-as-library", "-emit-library", "-module-name", "SwiftFace", "-swift-version", "6",
                    "-enable-upcoming-feature", "InternalImportsByDefault", "-warnings-as-errors",
                    "-module-cache-path", library + ".cache", "-I", modules, "-I", PluginWorkshop.headers,
                    "-Xlinker", "--version-script=" + PluginWorkshop.headers + "/../extension.map", "-o", library,
                    Checkout.folder.appending(path: "Tests/Plugins/swift_face.swift").path,
                ] + parts()
            )
            try FileManager.default.removeItem(atPath: library + ".cache")
        }
    }

    /// The module in pieces, as it was compiled.
    private static func parts() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: objects).filter { $0.hasSuffix(".o") }.map {
            "\(objects)/\($0)"
        }
    }

    /// The plugin in windows of a host of its own, with a picture in its private folder on alice's device.
    static func with<Value: Sendable>(_ body: @Sendable (TestHost) async throws -> Value) async throws -> Value {
        let bundle = try await onOwnThread { try path.get() }
        return try await TestHost.with(bundles: [bundle], policy: .immediate) { test in
            try test.givePicture(to: "alice", id)
            return try await body(test)
        }
    }
}
