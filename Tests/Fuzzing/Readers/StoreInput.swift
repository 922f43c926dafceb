import Foundation
import MayflyModel
import MayflyRepository

/// A file of a store. Its first byte says which: a file of metadata, the description of the store, or an archive.
enum StoreInput {
    private static let root: String = {
        atexit { try? FileManager.default.removeItem(atPath: StoreInput.rootPath) }
        return rootPath
    }()

    private static let rootPath = NSTemporaryDirectory() + "mayfly-fuzz-store-\(getpid())"

    static func read(_ bytes: [UInt8]) {
        guard let first = bytes.first else { return }
        let content = Array(bytes.dropFirst())
        switch first {
        case UInt8(ascii: "r"): check(content, .root)
        case UInt8(ascii: "t"): check(content, .timestamp)
        case UInt8(ascii: "s"): check(content, .snapshot)
        case UInt8(ascii: "g"): check(content, .targets)
        case UInt8(ascii: "p"): if let role = RoleName.publisher(named: "kitchen") { check(content, role) }
        case UInt8(ascii: "d"): _ = try? StoreDescription(content)
        default: unpack(content)
        }
    }

    private static func check(_ bytes: [UInt8], _ role: RoleName) {
        do throws(MayflyError) {
            try SignedMetadata.check(bytes, as: role)
        } catch {
            precondition(ShownText.isLine(error.message), "a message is no line")
        }
    }

    /// Whatever is in an archive, it is below its folder.
    private static func unpack(_ bytes: [UInt8]) {
        let (folder, archive) = (root + "/in/out", root + "/in/a.tar")
        try? FileManager.default.removeItem(atPath: folder)
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        precondition(
            FileManager.default.createFile(atPath: archive, contents: Data(bytes)),
            "\(archive) cannot be written"
        )
        try? BundleArchive.unpack(archive, named: "a.tar", to: folder)
        for (place, names) in [(root, ["in"]), (root + "/in", ["a.tar", "out"])] {
            let found = (try? FileManager.default.contentsOfDirectory(atPath: place))?.sorted()
            precondition(found == names, "an archive leads out of its folder")
        }
    }
}
