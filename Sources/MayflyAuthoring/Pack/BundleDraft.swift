internal import Glibc
internal import MayflyLinux
internal import MayflyModel

/// The new folder in which a bundle is made, beside its place. It is locked, and removed in the end where it was not moved to its place.
struct BundleDraft: ~Copyable {
    private static let mark = ".packing-"

    let path: String
    private let lock: FileLock

    /// Removes what killed commands have left there, too. Throws `.files`.
    init(beside folder: String, for name: String) throws(MayflyError) {
        let prefix = ".\(name)\(Self.mark)"
        LeftFolders.remove(in: folder, owner: geteuid()) { $0.hasPrefix(prefix) }
        path = "\(folder)/\(prefix)\(UUID128())"
        guard mkdir(path, 0o755) == 0 else { throw .ofSystem("make a folder in", folder) }
        guard let lock = FileLock(ofFolder: path, owner: geteuid()) else {
            throw MayflyError(.files, "the new folder '\(SafeText.line(path))' cannot be locked")
        }
        self.lock = lock
    }

    deinit { try? FolderRemoval.remove(path) }
}
