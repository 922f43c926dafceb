import Foundation
import MayflyTestSupport
import Testing

/// Builds plugins and packs them as their authors would: with the headers and a plain compiler.
enum PluginWorkshop {
    /// Where this run's plugins lie; removed when the run is over.
    private static let root: String = {
        atexit { try? FileManager.default.removeItem(atPath: PluginWorkshop.rootPath) }
        return rootPath
    }()

    private static let rootPath = NSTemporaryDirectory() + "mayfly-plugins-\(getpid())"

    static let headers = Checkout.folder.appending(path: "Sources/CMayfly/include").path

    /// The program of a C file in `Tests/Integration/Programs`, a file of its own for each call.
    static func program(_ name: String) throws -> String {
        let source = Checkout.folder.appending(path: "Tests/Integration/Programs/\(name).c")
        let folder = root + "/programs-\(UUID())"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let program = folder + "/" + name
        try PlainCompiler.build(["cc", "-O1", "-Wall", "-Wextra", "-Werror"], from: source, to: program + ".built")
        // Another process writes it, as in `writeScript`.
        try run("cp", [program + ".built", program])
        return program
    }

    /// The bundle of a C file in `Tests/Plugins`, a folder of its own for each call.
    static func bundle(
        _ name: String,
        id: String? = nil,
        options: [String] = [],
        manifest: [String: Any] = [:]
    ) throws -> String {
        let source = Checkout.folder.appending(path: "Tests/Plugins/\(name).c")
        let id = id ?? "test.mayfly.\(name)"
        return try pack(id: id, manifest: manifest) { library in
            try PlainCompiler.build(
                [
                    "cc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-D_POSIX_C_SOURCE=200809L", "-shared", "-fPIC",
                    "-fvisibility=hidden", "-I", headers,
                ],
                from: source,
                options: options,
                to: library
            )
        }
    }

    /// A bundle whose library is made by `build` at the path that it is given.
    static func pack(
        id: String,
        manifest: [String: Any] = [:],
        folder: String? = nil,
        _ build: (String) throws -> Void
    ) throws -> String {
        let folder = folder ?? "\(root)/\(UUID())/\(id).mayfly"
        try FileManager.default.createDirectory(atPath: folder + "/lib", withIntermediateDirectories: true)
        try build(folder + "/lib/plugin.so")
        var content: [String: Any] = [
            "id": id, "name": id.split(separator: ".").last.map(String.init) ?? id, "version": "1.0.0", "kind": "app",
            "abi": ["min": "1.0", "max": "1.0"], "icon": "icon.png",
            "libraries": ["linux-x86_64": "lib/plugin.so", "linux-aarch64": "lib/plugin.so"],
        ]
        content.merge(manifest) { $1 }
        try JSONSerialization.data(withJSONObject: content).write(to: URL(filePath: folder + "/manifest.json"))
        try FileManager.default.copyItem(
            atPath: Checkout.folder.appending(path: "Plugins/Tally/icon.png").path,
            toPath: folder + "/icon.png"
        )
        return folder
    }
}
