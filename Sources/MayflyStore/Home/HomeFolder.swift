internal import Foundation
internal import MayflyLinux
public import MayflyModel

/// The folder with all data of the host. Other users of the machine cannot read it.
public struct HomeFolder: Sendable, Hashable {
    /// An absolute path.
    public let path: String

    /// A relative path is resolved against the current working folder: extensions get absolute paths only.
    public init(path: String) {
        self.path = URL(filePath: path, directoryHint: .isDirectory).standardizedFileURL.path
    }

    /// `$XDG_DATA_HOME/mayfly`, else `$HOME/.local/share/mayfly`.
    ///
    /// A relative `XDG_DATA_HOME` is ignored (XDG base directory specification).
    ///
    /// - Throws: `.files` when neither variable is an absolute path.
    public static func standard(
        environment: [String: String]? = nil
    ) throws(MayflyError) -> HomeFolder {
        let environment = environment ?? ProcessInfo.processInfo.environment
        guard let data = DataHome.path(environment) else {
            throw MayflyError(.files, "no place for data: neither XDG_DATA_HOME nor HOME is set to an absolute path")
        }
        return HomeFolder(path: data + "/mayfly")
    }

    /// The database with devices, conversations and their logs.
    package var database: String { path + "/mayfly.sqlite" }

    /// Whether there is something at its path.
    package var exists: Bool { Self.exists(path) }

    /// Whether there is something at the path of the database.
    package var hasDatabase: Bool { Self.exists(database) }

    private static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 || errno != ENOENT
    }

    /// The lock file: of the opening of the database, and of the hosts that live (`HostLivenessLock`).
    var lock: String { database + ".lock" }

    /// The file that `ChangeNotifier` writes after each change that windows show.
    package var changeFile: String { database + ".written" }

    /// Copies of all staged and received files, named by their content.
    package var media: String { path + "/media" }

    /// The folder of the user's extension bundles.
    package var extensions: String { path + "/extensions" }

    /// The entries of extensions with an app, where the home is not the person's usual one.
    private var applications: String { path + "/applications" }

    /// The parent of the private folders of all extensions on all devices.
    package var privateFolders: String { path + "/private" }

    /// The parent of the folders with the files of messages that extensions may read.
    package var receivedFolders: String { path + "/received" }

    /// Refuses a path at which there is something that is no folder, or a folder whose files cannot be reached, that belongs to
    /// another user or that others may write. A missing folder is accepted.
    ///
    /// Also for root: what root writes there the user could not change any more, and the user could lead root elsewhere by links.
    ///
    /// - Throws: `.files` with the reason.
    package func check() throws(MayflyError) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            guard errno != ENOENT else { return }
            throw unreadable(errno)
        }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw MayflyError(.files, "the home '\(SafeText.line(path))' is a file, not a folder")
        }
        guard access(path, X_OK) == 0 else { throw unreadable(errno) }
        guard status.st_uid == geteuid() else {
            throw MayflyError(.files, "the home folder '\(SafeText.line(path))' belongs to another user")
        }
        guard status.st_mode & (S_IWGRP | S_IWOTH) == 0 else {
            let reason = "can be written by other users; 'chmod go-w' changes that"
            throw MayflyError(.files, "the home folder '\(SafeText.line(path))' \(reason)")
        }
    }

    private func unreadable(_ number: Int32) -> MayflyError {
        let reason = String(cString: strerror(number))
        return MayflyError(.files, "the home folder '\(SafeText.line(path))' cannot be read: \(reason)")
    }

    /// Creates the home folder if it is missing, and takes the rights of others from an existing one.
    func create() throws(MayflyError) {
        try check()
        try Self.makeFolder(path)
        keepOthersOut()
    }

    /// A folder that has other things, too, keeps its mode: it has a use that the host does not know.
    private func keepOthersOut() {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & 0o077 != 0,
            let names = try? FileManager.default.contentsOfDirectory(atPath: path),
            names.allSatisfy({ isOwn(path + "/" + $0) })
        else { return }
        chmod(path, 0o700)
    }

    private func isOwn(_ path: String) -> Bool {
        path.hasPrefix(database) || [media, extensions, applications, privateFolders, receivedFolders].contains(path)
    }

    /// Creates a folder and its parents with access for the owner alone. An existing folder keeps its mode.
    static func makeFolder(_ path: String) throws(MayflyError) {
        let result = PrivateFolder.make(path)
        guard result != 0 else { return }
        let reason = String(cString: strerror(WriteProbe.problem(at: path) ?? -result))
        throw MayflyError(.files, "the folder '\(SafeText.line(path))' cannot be made: \(reason)")
    }
}
