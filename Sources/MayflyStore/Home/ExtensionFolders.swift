internal import CMayflyLinux
internal import Glibc
internal import MayflyLinux
package import MayflyModel

/// The two folders of one extension on one device.
package struct ExtensionFolders: Sendable, Hashable {
    /// The private storage (C-275): the extension may write there.
    package let privateFolder: String
    /// The files of messages that the extension may read (`ReceivedFolder`).
    package let received: String

    /// The folders of that name in a home folder.
    package init(named name: String, in home: HomeFolder) {
        privateFolder = home.privateFolders + "/" + name
        received = home.receivedFolders + "/" + name
    }

    /// Creates the folders if they are missing. When the extension has removed its own permissions on its private folder,
    /// they are restored.
    package func make() throws(MayflyError) {
        try HomeFolder.makeFolder(privateFolder)
        if access(privateFolder, R_OK | W_OK | X_OK) != 0 { _ = mayfly_open_up(AT_FDCWD, privateFolder) }
        try HomeFolder.makeFolder(received)
    }

    /// Whether one of them exists.
    var exist: Bool { access(privateFolder, F_OK) == 0 || access(received, F_OK) == 0 }

    /// Removes both with all that is in them.
    func remove() throws(MayflyError) {
        try FolderRemoval.remove(privateFolder)
        try FolderRemoval.remove(received)
    }

    /// The name that earlier versions of the host gave to the folders of an extension on a device.
    static func formerName(of extensionID: ExtensionID, on device: DeviceID) -> String {
        let subject = Array("mayfly private folder".utf8) + device.value.bytes + Array(extensionID.rawValue.utf8)
        return hexadecimal(SHA256.hash(subject).prefix(16))
    }

    /// A name that says nothing of the extension, the device or the person.
    static func newName() -> String {
        var generator = SystemRandomNumberGenerator()
        return hexadecimal((0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }

    private static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { byte in String(byte >> 4, radix: 16) + String(byte & 15, radix: 16) }.joined()
    }
}
