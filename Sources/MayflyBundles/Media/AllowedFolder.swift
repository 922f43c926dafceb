/// A folder whose files an extension may hand to the host.
package struct AllowedFolder: Sendable, Hashable {
    /// The absolute path by which the extension knows it, which its sandbox may have moved.
    package let seen: String
    /// The absolute path by which the host knows it.
    package let real: String

    package init(seen: String, real: String) {
        self.seen = seen
        self.real = real
    }

    /// A folder that both know by one path.
    package init(_ path: String) {
        self.init(seen: path, real: path)
    }

    /// What is left of a path below the folder, and how many of its parts the folder took; nil for a path elsewhere.
    func remainder(of path: String) -> (relative: String, depth: Int)? {
        let parts = Self.parts(path)
        let own = Self.parts(seen)
        guard parts.count > own.count, parts.starts(with: own) else { return nil }
        return (parts.dropFirst(own.count).joined(separator: "/"), own.count)
    }

    private static func parts(_ path: String) -> [Substring] { path.split(separator: "/").filter { $0 != "." } }
}
