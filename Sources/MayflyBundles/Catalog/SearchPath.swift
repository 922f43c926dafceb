internal import Foundation

/// The folders in which extensions are looked for, the most particular first.
public struct SearchPath: Sendable, Hashable {
    /// Absolute paths, each once.
    public let folders: [String]

    /// The variable whose folders, joined by colons, come before all others.
    public static let variable = "MAYFLY_PATH"

    /// The standard order: the variable's folders, those of the user, those beside the program, those of the system.
    ///
    /// A relative folder counts from `currentFolder`, an empty one is ignored.
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
            let place = URL(filePath: absolute).resolvingSymlinksInPath().path
            return seen.insert(place).inserted ? absolute : nil
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

    /// These folders and no others.
    package init(folders: [String]) { self.folders = folders }

    /// Where the installer puts bundles.
    static func userFolder(home: String) -> String { home + "/extensions" }
}
