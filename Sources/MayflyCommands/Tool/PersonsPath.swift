internal import Foundation

/// Paths as a person writes them: `~` is their home folder, and others begin in the folder of the process.
enum PersonsPath {
    /// The path from the root.
    static func absolute(_ path: String) -> String {
        let home = ProcessInfo.processInfo.environment["HOME"] ?? NSHomeDirectory()
        let whole = path == "~" || path.hasPrefix("~/") ? home + path.dropFirst() : path
        return whole.hasPrefix("/") ? whole : FileManager.default.currentDirectoryPath + "/" + whole
    }

    /// So many names of a folder are looked at.
    private static let mostNames = 20_000

    /// The names in a folder that can be typed at a terminal, in order; none of a folder that cannot be read.
    ///
    /// - Parameter hidden: whether names that begin with a point are those, or all others.
    static func names(in folder: String, hidden: Bool) -> [(name: String, isFolder: Bool)] {
        let path = absolute(folder)
        guard let stream = opendir(path) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        for _ in 0..<mostNames {
            guard let entry = readdir(stream) else { break }
            let bytes = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            guard let name = String(validating: bytes, as: UTF8.self), name.hasPrefix(".") == hidden else { continue }
            let isTypable = name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
            if isTypable, name != ".", name != "..", name.last?.isWhitespace == false { names.append(name) }
        }
        return names.sorted().map { name in
            var status = stat()
            return (name, stat(path + "/" + name, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR)
        }
    }
}
