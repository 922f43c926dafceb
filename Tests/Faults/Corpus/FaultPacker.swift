internal import Foundation

/// Makes bundles of faulty extensions for `mayfly soak`, with the expected results in `expected.json`.
package struct FaultPacker {
    private struct Manifest: Encodable {
        let id: String
        let name: String
        let version = "1.0.0"
        let kind = "app"
        let abi = ["min": "1.0", "max": "1.0"]
        let icon = "icon.png"
        let libraries = ["linux-x86_64": "plugin.so", "linux-aarch64": "plugin.so"]
    }

    /// The contents of `expected.json`, which the soak reads.
    private struct Expected: Encodable {
        struct End: Encodable {
            let cause: String
            let fields: [String: String]
            let reason: String?
        }

        let ends: [End]
        let steps: [String]
    }

    private let icon: String
    private let folder: String

    /// - Parameter folder: the folder for the bundles.
    package init(icon: String, folder: String) { (self.icon, self.folder) = (icon, folder) }

    /// Makes a new bundle. If `ends` is nil, the expected ends are those in the fault's file.
    package func pack(_ fault: FaultCase, expecting ends: [FaultExpectation]? = nil) throws {
        let bundle = "\(folder)/\(fault.id).mayfly"
        try FileManager.default.createDirectory(atPath: bundle, withIntermediateDirectories: true)
        try fault.compile(to: bundle + "/plugin.so")
        try FileManager.default.copyItem(atPath: icon, toPath: bundle + "/icon.png")
        let ends = (ends ?? fault.expectations).map {
            Expected.End(cause: $0.cause, fields: $0.fields, reason: $0.reason)
        }
        try write(Manifest(id: fault.id, name: fault.title), to: bundle + "/manifest.json")
        try write(Expected(ends: ends, steps: fault.steps), to: bundle + "/expected.json")
    }

    private func write(_ value: some Encodable, to path: String) throws {
        try JSONEncoder().encode(value).write(to: URL(filePath: path))
    }
}
