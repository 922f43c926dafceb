package import Foundation
internal import MayflyTestSupport

/// A version of the interface by what names it.
package enum InterfaceSource {
    /// The headers of the checkout.
    package static let headers = Checkout.folder.appending(path: path)

    /// Where the golden files of all versions lie: `abi-1.0/interface.json` and so on.
    package static let museum = Checkout.folder.appending(path: "Tests/FrozenPlugins")

    private static let path = "Sources/CMayfly/include"

    /// Reads the interface of a golden file, of a folder of headers or of a whole checkout, or of a revision of git.
    package static func read(_ name: String) throws -> HeaderInterface {
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: name, isDirectory: &isFolder) {
            let url = URL(filePath: name)
            return isFolder.boolValue ? try HeaderReader.read(folder(url)) : try read(golden: url)
        }
        return try read(revision: name)
    }

    /// Reads a golden file.
    package static func read(golden file: URL) throws -> HeaderInterface {
        do {
            return try JSONDecoder().decode(HeaderInterface.self, from: Data(contentsOf: file))
        } catch {
            throw InterfaceFailure("\(file.path) is no file that `make pin` writes: \(error)")
        }
    }

    /// Writes a golden file.
    package static func write(_ interface: HeaderInterface, to file: URL) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try (encoder.encode(interface) + Data("\n".utf8)).write(to: file)
    }

    /// The golden files of all versions, the oldest first.
    package static func goldenFiles() throws -> [URL] {
        let folders = try FileManager.default.contentsOfDirectory(at: museum, includingPropertiesForKeys: nil)
        return folders.map { $0.appending(path: "interface.json") }
            .filter { FileManager.default.fileExists(atPath: $0.path) }
            .sorted { $0.path.compare($1.path, options: .numeric) == .orderedAscending }
    }

    /// The folder that `-I` names, in what may be a checkout or an installed copy.
    private static func folder(_ given: URL) -> URL {
        let within = ["", path, "include"].map { given.appending(path: $0) }
        let header = within.first { FileManager.default.fileExists(atPath: $0.appending(path: "mayfly/mayfly.h").path) }
        return header ?? given
    }

    private static func read(revision: String) throws -> HeaderInterface {
        let scratch = FileManager.default.temporaryDirectory.appending(path: "mayfly-headers-\(UUID())")
        try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: scratch) }
        let archive = scratch.appending(path: "headers.tar").path
        let git = ["git", "-C", Checkout.folder.path, "archive", "-o", archive, "--end-of-options", revision, path]
        let packed = try Program(git, takesErrors: true)
        guard packed.status == 0 else {
            let said = packed.output.split(separator: "\n").first ?? ""
            throw InterfaceFailure("\(revision) is no folder, no file and no revision with headers: git says: \(said)")
        }
        guard try Program(["tar", "-xf", archive, "-C", scratch.path]).status == 0 else {
            throw InterfaceFailure("tar cannot unpack the headers of \(revision)")
        }
        return try HeaderReader.read(scratch.appending(path: path))
    }
}
