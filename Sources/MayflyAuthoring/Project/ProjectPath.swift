internal import MayflyBundles
internal import MayflyModel

/// The rule for paths in a project.
enum ProjectPath {
    private static let longest = 1024

    /// Throws what `problem` makes of the rule that the path breaks: it begins in the folder of the project, and stays in it.
    static func check(_ path: String, _ problem: (String) -> MayflyError) throws(MayflyError) {
        guard !path.begins(with: "/") else {
            throw problem("must be a path in the project, found the absolute path '\(shown(path))'")
        }
        let parts = path.parts(at: "/").filter { !$0.isEmpty && $0 != "." }
        guard !parts.contains("..") else { throw problem("must not have '..' in it, found '\(shown(path))'") }
        guard !parts.isEmpty, !path.utf8.contains(0), path.utf8.count <= longest else {
            throw problem("must be a path in the project, found '\(shown(path))'")
        }
    }

    /// The path without parts that say nothing, and with the steps up carried out; nil where it leads out of its folder.
    static func normal(_ path: String) -> String? {
        var parts: [Substring] = []
        for part in path.parts(at: "/") where !part.isEmpty && part != "." {
            guard part == ".." else { parts.append(part); continue }
            guard parts.popLast() != nil else { return nil }
        }
        return parts.isEmpty ? nil : parts.joined(separator: "/")
    }
}
