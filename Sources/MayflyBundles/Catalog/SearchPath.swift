internal import Foundation

/// The folders that are searched for extensions, the most specific first.
public struct SearchPath: Sendable, Hashable {
    /// Absolute paths, each once.
    public let folders: [String]

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
        folders = (named + standard.compactMap(\.self)).compactMap { folder in
            let absolute = URL(filePath: folder, relativeTo: current).standardizedFileURL.path
            let target = URL(filePath: absolute).resolvingSymlinksInPath().path
            return seen.insert(target).inserted ? absolute : nil
        }
    }

    /// The search path of this process.
    public static func standard(home: String) -> SearchPath {
        SearchPath(
            home: home,
            environment: ProcessInfo.processInfo.environment,
            executableFolder: Bundle.main.executableURL?.deletingLastPathComponent().path,
            currentFolder: FileManager.default.currentDirectoryPath
        )
    }

    /// A search path of these folders.
    package init(folders: [String]) { self.folders = folders }

    /// Where the installer puts bundles.
    static func userFolder(home: String) -> String { home + "/extensions" }
}
