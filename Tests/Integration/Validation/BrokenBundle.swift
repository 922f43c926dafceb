import Foundation
import MayflyABI
import MayflyTestSupport
import Testing

/// A bundle that breaks what one check is about, and nothing else.
struct BrokenBundle: Sendable, CustomTestStringConvertible {
    /// The check that must find it.
    let check: String
    /// What the check must say.
    let verdict: String
    /// The checks that are left out because they would take long with this one.
    let leavesOut: String?
    /// Makes the bundle in a folder of the test, and gives its path.
    let make: @Sendable (ScratchFolder) throws -> String

    var testDescription: String { check }

    init(
        _ check: String,
        _ verdict: String = "failed",
        leavesOut: String? = nil,
        make: @escaping @Sendable (ScratchFolder) throws -> String
    ) {
        (self.check, self.verdict, self.leavesOut, self.make) = (check, verdict, leavesOut, make)
    }

    static let all = bundles + manifests + libraries + packs + launches + lives + views + talks + hosts + others

    // MARK: An app

    #if arch(x86_64)
        private static let platform = "linux-x86_64"
    #else
        private static let platform = "linux-aarch64"
    #endif

    /// A healthy app, with these changes of its manifest; a null takes a key out.
    static func app(
        options: [String] = [],
        manifest: [String: any Sendable] = [:]
    ) throws -> String {
        var content: [String: Any] = [
            "summary": "Finds faults", "libraries": [platform: "lib/plugin.so"],
            "settings": [["key": "loud", "kind": "toggle", "title": "Loud", "default": false]],
        ]
        content.merge(manifest) { $1 }
        let bundle = try PluginWorkshop.bundle(
            "Faulty/faulty",
            id: "test.mayfly.faulty",
            options: ["-pthread"] + options,
            manifest: content
        )
        let nulls = manifest.filter { $0.value is NSNull }.map(\.key)
        if !nulls.isEmpty { try edit(bundle + "/manifest.json") { for key in nulls { $0[key] = nil } } }
        return bundle
    }

    /// An app whose library is compiled with a fault.
    static func fault(
        _ check: String,
        _ fault: String,
        says verdict: String = "crashed",
        leavesOut: String? = nil
    ) -> BrokenBundle {
        BrokenBundle(check, verdict, leavesOut: leavesOut) { _ in try app(options: ["-DFAULT=\(fault)"]) }
    }

    /// An app with another manifest.
    static func manifest(
        _ check: String,
        _ members: [String: any Sendable],
        says verdict: String = "failed"
    ) -> BrokenBundle {
        BrokenBundle(check, verdict) { _ in try app(manifest: members) }
    }

    /// Changes an object of JSON in a file.
    static func edit(_ path: String, _ change: (inout [String: Any]) -> Void) throws {
        let url = URL(filePath: path)
        var object = try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [String: Any])
        change(&object)
        try JSONSerialization.data(withJSONObject: object).write(to: url)
    }

    /// Replaces the bytes of a text in a file by another of the same length.
    static func replace(_ text: String, by other: String, in path: String) throws {
        var bytes = try Data(contentsOf: URL(filePath: path))
        var count = 0
        while let range = bytes.range(of: Data(text.utf8)) {
            bytes.replaceSubrange(range, with: Data(other.utf8))
            count += 1
        }
        try #require(count > 0 && text.utf8.count == other.utf8.count)
        try bytes.write(to: URL(filePath: path))
    }

    /// Makes a file longer by zeros that take no place.
    static func enlarge(_ path: String, to size: UInt64) throws {
        if !FileManager.default.fileExists(atPath: path) { try Data().write(to: URL(filePath: path)) }
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        try file.truncate(atOffset: size)
        try file.close()
    }
}
