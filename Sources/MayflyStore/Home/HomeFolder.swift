internal import CMayflyLinux
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
        if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") {
            return HomeFolder(path: data + "/mayfly")
        }
        if let home = environment["HOME"], home.hasPrefix("/") {
            return HomeFolder(path: home + "/.local/share/mayfly")
        }
        throw MayflyError(.files, "no place for data: neither XDG_DATA_HOME nor HOME is set to an absolute path")
    }

    /// The database with devices, conversations and their logs.
    package var database: String { path + "/mayfly.sqlite" }

    /// The lock file: of the opening of the database, and of the hosts that live (`HostLivenessLock`).
    var lock: String { database + ".lock" }

    /// The file that `ChangeNotifier` writes after each change that windows show.
    package var changeFile: String { database + ".written" }

    /// Copies of all staged and received files, named by their content.
    package var media: String { path + "/media" }

    /// The folder of the user's extension bundles.
    package var extensions: String { path + "/extensions" }

    /// The parent of the private folders of all extensions on all devices.
    package var privateFolders: String { path + "/private" }

    /// The parent of the folders with the files of messages that extensions may read.
    package var receivedFolders: String { path + "/received" }

    /// The private storage of one extension on one device (C-275).
    ///
    /// The extension knows the path. The folder's name is a digest, so that the path does not reveal the device
    /// (C-197), and two extensions cannot find out that they are on the same device.
    package func privateFolder(of extensionID: ExtensionID, on device: DeviceID) -> String {
        privateFolders + "/" + Self.folderName(of: extensionID, on: device)
    }

    /// The files of messages that one extension on one device may read. Its name is that of the private folder.
    package func receivedFolder(of extensionID: ExtensionID, on device: DeviceID) -> String {
        receivedFolders + "/" + Self.folderName(of: extensionID, on: device)
    }

    private static func folderName(of extensionID: ExtensionID, on device: DeviceID) -> String {
        let subject = Array("mayfly private folder".utf8) + device.value.bytes + Array(extensionID.rawValue.utf8)
        let name = SHA256.hash(subject).prefix(16).map { byte in
            String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
        }
        return name.joined()
    }

    /// Creates the home folder if it is missing.
    func create() throws(MayflyError) {
        try Self.makeFolder(path)
    }

    /// Creates the private folder of an extension on a device if it is missing, and returns its path. When the
    /// extension has removed its own permissions on the folder, they are restored.
    package func createPrivateFolder(of extensionID: ExtensionID, on device: DeviceID) throws(MayflyError) -> String {
        let folder = privateFolder(of: extensionID, on: device)
        try Self.makeFolder(folder)
        if access(folder, R_OK | W_OK | X_OK) != 0 { _ = mayfly_open_up(AT_FDCWD, folder) }
        return folder
    }

    /// Creates the folder for the files that an extension on a device may read, if it is missing, and returns its path.
    package func createReceivedFolder(of extensionID: ExtensionID, on device: DeviceID) throws(MayflyError) -> String {
        let folder = receivedFolder(of: extensionID, on: device)
        try Self.makeFolder(folder)
        return folder
    }

    /// Creates a folder and its parents with access for the owner alone. An existing folder keeps its mode.
    static func makeFolder(_ path: String) throws(MayflyError) {
        do {
            try FileManager.default.createDirectory(
                atPath: path,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            let reason = WriteProbe.problem(at: path).map { ": " + String(cString: strerror($0)) } ?? ""
            throw MayflyError(.files, "the folder '\(SafeText.line(path))' cannot be made\(reason)", cause: error)
        }
    }
}
