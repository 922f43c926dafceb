internal import Foundation
internal import MayflyLinux

/// The folders that are searched for extensions, the most specific first.
public struct SearchPath: Sendable, Hashable {
    /// Absolute paths, each once.
    public let folders: [String]
    /// Those of the folders that the variable names. A missing one is a mistake, while standard folders need not exist.
    package let named: [String]
    /// Paths of bundles that come before those of all folders.
    package let bundles: [String]

    /// The environment variable whose folders, separated by colons, are searched first.
    public static let variable = "MAYFLY_PATH"

    /// The standard order: folders of the variable, of the user, beside the program, of the system.
    ///
    /// A relative folder is resolved against `currentFolder`; empty ones are ignored.
    public init(home: String, environment: [String: String], executableFolder: String?, currentFolder: String) {
        let named = (environment[Self.variable] ?? "").split(separator: ":").map(String.init)
        let standard: [String?] = [
            Self.userFolder(home: home),
            executableFolder.map { $0 + "/plugins" },
            "/usr/local/lib/mayfly/extensions",
            "/usr/lib/mayfly/extensions",
        ]
        let current = URL(filePath: currentFolder, directoryHint: .isDirectory)
        var seen: Set<String> = []
        func new(_ folder: String) -> String? {
            let absolute = URL(filePath: folder, relativeTo: current).standardizedFileURL.path
            let target = URL(filePath: absolute).resolvingSymlinksInPath().path
            return seen.insert(target).inserted ? absolute : nil
        }
        self.named = named.compactMap(new)
        folders = self.named + standard.compactMap(\.self).compactMap(new)
        bundles = []
    }

    /// The search path of this process.
    public static func standard(home: String) -> SearchPath {
        SearchPath(
            home: home,
            environment: ProcessInfo.processInfo.environment,
            executableFolder: try? RunningProgram.folder(),
            currentFolder: FileManager.default.currentDirectoryPath
        )
    }

    /// A search path of these folders.
    package init(folders: [String]) { self.init(folders: folders, named: [], bundles: []) }

    private init(folders: [String], named: [String], bundles: [String]) {
        self.folders = folders
        self.named = named
        self.bundles = bundles
    }

    /// The same search path with a bundle before all folders. A relative path is resolved against the current folder.
    package func adding(bundleAt path: String) -> SearchPath {
        let absolute = URL(filePath: path).standardizedFileURL.path
        return SearchPath(folders: folders, named: named, bundles: bundles + [absolute])
    }

    /// Where the installer puts bundles.
    static func userFolder(home: String) -> String { home + "/extensions" }
}
