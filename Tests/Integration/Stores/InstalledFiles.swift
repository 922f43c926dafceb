import Foundation
import MayflyTestSupport
import Testing

/// All that is in the folder of a bundle: each file and folder with its mode, and the bytes of the files.
struct InstalledFiles: Hashable, CustomStringConvertible {
    private struct Entry: Hashable {
        let mode: mode_t
        let content: Data
    }

    private let entries: [String: Entry]

    /// Nil where there is no such folder. A link to it is followed, and no link below it.
    init?(in path: String) {
        let folder = URL(filePath: path).resolvingSymlinksInPath().path
        guard let names = try? FileManager.default.subpathsOfDirectory(atPath: folder) else { return nil }
        var entries: [String: Entry] = [:]
        for name in names {
            var status = stat()
            guard lstat("\(folder)/\(name)", &status) == 0 else { continue }
            let isFile = status.st_mode & S_IFMT == S_IFREG
            let content = isFile ? FileManager.default.contents(atPath: "\(folder)/\(name)") : nil
            entries[name] = Entry(mode: status.st_mode, content: content ?? Data())
        }
        self.entries = entries
    }

    /// The bytes of each file by its path.
    var contents: [String: Data] { entries.filter { $0.value.mode & S_IFMT == S_IFREG }.mapValues(\.content) }

    var description: String {
        entries.map { "\($0.key) \(String($0.value.mode, radix: 8)) \($0.value.content.count)" }.sorted()
            .joined(separator: ", ")
    }
}

extension Tool {
    /// The files of the installed bundle; nil where nothing is installed.
    func installedFiles(_ id: String = Shop.id) -> InstalledFiles? {
        InstalledFiles(in: "\(home)/extensions/\(id).mayfly")
    }

    /// What a killed program has left in the folder of installed bundles.
    func leftovers(_ id: String = Shop.id) throws -> [String] {
        let names = try FileManager.default.contentsOfDirectory(atPath: "\(home)/extensions")
        let versions = try FileManager.default.contentsOfDirectory(atPath: "\(home)/extensions/.versions/\(id)")
        let known = versions.filter { !$0.hasSuffix(".notes") && !$0.hasSuffix(".former") }
        return names.filter { ![".lock", ".versions", "\(id).mayfly"].contains($0) }
            + (known.count > 2 ? known : [])
            + versions.filter { name in name.contains(".notes") && !known.contains { name == $0 + ".notes" } }
            + versions.filter { name in name.contains(".former") && !known.contains { name == $0 + ".former" } }
    }
}

extension Shop {
    /// Installs these versions one after the other, and gives the files of each: those of its bundle, with the same bytes.
    func installed(_ versions: String..., with tool: Tool) async throws -> [InstalledFiles] {
        var all: [InstalledFiles] = []
        for version in versions {
            let outcome = try await tool.run("store", "install", "\(Self.id)@\(version)")
            try #require(outcome.status == 0, "\(outcome.errors)")
            let files = try #require(tool.installedFiles())
            let source = InstalledFiles(in: scratch.at("bundles/\(Self.id)-\(version).mayfly"))
            try #require(files.contents == source?.contents)
            all.append(files)
        }
        return all
    }
}
