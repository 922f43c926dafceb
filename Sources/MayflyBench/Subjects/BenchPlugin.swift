internal import Foundation
internal import MayflyBundles
internal import MayflyHost
internal import MayflyModel

/// The measured extensions. Their libraries are in the folder of the program.
package enum BenchPlugin: String, Sendable, CaseIterable {
    case c
    case swift
    case foundation

    private var libraryName: String {
        switch self {
        case .c: "libBenchC.so"
        case .swift: "libBenchSwift.so"
        case .foundation: "libBenchFoundation.so"
        }
    }

    var library: String { get throws(MayflyError) { try BenchStage.path(of: libraryName) } }

    /// Packs the library into a bundle in that folder.
    func pack(into folder: String) throws -> ExtensionBundle {
        try Self.pack(try library, as: rawValue, into: folder)
    }

    /// The same for the extension that makes calls which need permissions.
    static func packCalls(into folder: String) throws -> ExtensionBundle {
        try pack(
            try BenchStage.path(of: "libBenchCalls.so"),
            as: "calls",
            into: folder,
            permissions:
                #"[{"name": "purchase", "reason": "To be measured"}, {"name": "photos", "reason": "To be measured"}]"#
        )
    }

    private static func pack(
        _ library: String,
        as name: String,
        into folder: String,
        permissions: String = "[]"
    ) throws -> ExtensionBundle {
        guard FileManager.default.fileExists(atPath: library) else {
            throw MayflyError(.files, "\(library) is missing; build the whole package, as 'make bench' does")
        }
        let bundle = "\(folder)/\(name).mayfly"
        try FileManager.default.createDirectory(atPath: bundle, withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: library, toPath: bundle + "/plugin.so")
        try Data(Self.icon).write(to: URL(filePath: bundle + "/icon.png"))
        let manifest = """
            {"id": "org.mayfly.bench.\(name)", "name": "Bench \(name)", "version": "1.0.0", "kind": "app",
             "abi": {"min": "1.0", "max": "1.0"}, "icon": "icon.png",
             "libraries": {"linux-x86_64": "plugin.so", "linux-aarch64": "plugin.so"},
             "permissions": \(permissions)}
            """
        try Data(manifest.utf8).write(to: URL(filePath: bundle + "/manifest.json"))
        return try ExtensionBundle.read(bundle)
    }

    /// A PNG of one grey pixel, since a bundle needs an icon.
    private static let icon: [UInt8] = [
        0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0, 0, 0, 1, 8,
        0,
        0, 0, 0, 0x3A, 0x7E, 0x9B, 0x55, 0, 0, 0, 10, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9C, 0x63, 0x68, 0, 0, 0, 0x82, 0,
        0x81, 0x77, 0xCD, 0x72, 0xB6, 0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
    ]
}
