internal import Foundation
internal import MayflyBundles
internal import MayflyLinux
internal import MayflyModel

/// A folder on the file system of the installed bundles in which an archive is fetched and unpacked. It goes with this value, or after a
/// kill with the next one.
final class DownloadFolder {
    private let path: String
    /// Tells others that the folder is in use.
    private let lock: FileLock

    private static let prefix = ".downloading-"

    /// Makes it below the folder of installed bundles, and removes those of killed programs.
    init(below folder: String) throws(MayflyError) {
        try PrivateFolder.require(folder)
        Self.clean(folder)
        path = "\(folder)/\(Self.prefix)\(UUID128())"
        guard mkdir(path, 0o700) == 0 else { throw MayflyError.ofSystem("create", path) }
        guard let lock = FileLock(ofFolder: path, owner: geteuid()) else {
            throw MayflyError(.files, "\(shown(path, limit: 300)): cannot be locked")
        }
        self.lock = lock
        guard mkdir(bundle, 0o700) == 0 else { throw MayflyError.ofSystem("create", bundle) }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Where the archive goes.
    var archive: String { path + "/bundle.tar" }
    /// An empty folder for what is in it.
    var bundle: String { path + "/bundle" }

    private static func clean(_ folder: String) {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] where name.hasPrefix(prefix) {
            let left = "\(folder)/\(name)"
            // One that cannot be locked is in use.
            guard let lock = FileLock(ofFolder: left, owner: geteuid()) else { continue }
            try? FileManager.default.removeItem(atPath: left)
            extendLifetime(lock)
        }
    }
}
