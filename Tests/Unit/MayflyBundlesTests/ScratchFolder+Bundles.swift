import Foundation
import MayflyBundles
import MayflyTestSupport

extension ScratchFolder {
    /// The manifest of an app with changed keys; nil removes a key.
    static func manifest(_ changes: [String: Any?] = [:]) throws -> [UInt8] {
        var members: [String: Any] = [
            "id": "org.mayfly.tally", "name": "Tally", "version": "1.0.0", "kind": "app",
            "abi": ["min": "1.0", "max": "1.0"],
            "libraries": [Platform.current: "lib/tally.so"],
            "icon": "icon.png",
        ]
        for (key, value) in changes { members[key] = value }
        return Array(try JSONSerialization.data(withJSONObject: members))
    }

    /// Writes a valid app bundle with a changed manifest, and returns its path.
    @discardableResult
    func makeBundle(_ relative: String, _ changes: [String: Any?] = [:]) throws -> String {
        try write(Self.manifest(changes), to: relative + "/manifest.json")
        try write(SamplePicture.png(), to: relative + "/icon.png")
        try write(SampleLibrary.good.get(), to: relative + "/lib/tally.so")
        return at(relative)
    }
}
