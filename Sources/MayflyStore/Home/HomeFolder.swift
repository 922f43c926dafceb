internal import CMayflyLinux
internal import Foundation
internal import MayflyLinux
public import MayflyModel

/// Where the host keeps all that is its own. Other users of the machine can read none of it.
public struct HomeFolder: Sendable, Hashable {
    /// An absolute path.
    public let path: String

    /// A relative path is taken from the working folder as it is now: extensions are told absolute paths only.
    public init(path: String) {
        self.path = URL(filePath: path, directoryHint: .isDirectory).standardizedFileURL.path
    }

    /// `$XDG_DATA_HOME/mayfly`, else `$HOME/.local/share/mayfly`.
    ///
    /// A relative `XDG_DATA_HOME` is passed over, as the XDG base directory specification demands.
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

    /// The file whose locks say who opens the database, and which hosts live.
    var lock: String { database + ".lock" }

    /// The file that is written after each change that windows show.
    package var writeBell: String { database + ".written" }

    /// Copies of all staged and received files, named by their content.
    package var media: String { path + "/media" }

    /// Where the user's extension bundles lie.
    package var extensions: String { path + "/extensions" }

    /// The parent of the private folders of all extensions on all devices.
    package var privateFolders: String { path + "/private" }

    /// The private storage of one extension on one device (C-275).
    ///
    /// An extension is told the path. Its name is a digest, so that neither the device can be read from it (C-197) nor two
    /// extensions of one device can tell that they share it.
    package func privateFolder(of extensionID: ExtensionID, on device: DeviceID) -> String {
        let subject = Array("mayfly private folder".utf8) + device.value.bytes + Array(extensionID.rawValue.utf8)
        let name = SHA256.hash(subject).prefix(16).map { byte in
            String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
        }
        return privateFolders + "/" + name.joined()
    }

    /// Makes the home folder if it is not there.
    package func create() throws(MayflyError) {
        try Self.makeFolder(path)
    }

    /// Makes the private folder of an extension on a device if it is not there, and gives its path. One that the extension has
    /// closed to everybody, and so to itself, is opened up.
    package func createPrivateFolder(of extensionID: ExtensionID, on device: DeviceID) throws(MayflyError) -> String {
        let folder = privateFolder(of: extensionID, on: device)
        try Self.makeFolder(folder)
        if access(folder, R_OK | W_OK | X_OK) != 0 { _ = mayfly_open_up(AT_FDCWD, folder) }
        return folder
    }

    /// Makes a folder for its owner alone, and its parents, if they are not there. One that is there keeps its mode.
    static func makeFolder(_ path: String) throws(MayflyError) {
        do {
            try FileManager.default.createDirectory(
                atPath: path,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw MayflyError(.files, "the folder '\(SafeText.line(path))' cannot be made", cause: error)
        }
    }
}
