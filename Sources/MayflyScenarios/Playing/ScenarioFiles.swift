internal import Foundation
package import MayflyModel

/// The files of scenarios that arguments name.
package enum ScenarioFiles {
    /// A folder stands for its files that end in `.yaml` or `.yml`, in the order of their names.
    ///
    /// - Throws: `.files` for a folder without one, and for a path that does not exist.
    package static func named(_ paths: [String]) throws(MayflyError) -> [String] {
        var files: [String] = []
        for path in paths {
            let shown = SafeText.line(path, limit: 400)
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
                throw MayflyError(.files, "there is no scenario '\(shown)'")
            }
            guard isFolder.boolValue else {
                files.append(path)
                continue
            }
            guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
                throw MayflyError(.files, "the folder '\(shown)' cannot be read")
            }
            let found = names.filter { $0.hasSuffix(".yaml") || $0.hasSuffix(".yml") }.sorted()
            guard !found.isEmpty else {
                throw MayflyError(.files, "the folder '\(shown)' has no scenario: no file in it ends in .yaml or .yml")
            }
            files += found.map { path.hasSuffix("/") ? path + $0 : "\(path)/\($0)" }
        }
        return files
    }
}
