internal import Foundation
internal import MayflyLinux
internal import MayflyModel

/// A temporary copy of a database's files, in a folder that only this user can read.
enum DatabaseCopy {
    private static let prefix = "mayfly-copy-"

    /// Where a copy is made, the best place first. Folders in memory come first: the disk may be full.
    static var parents: [String] {
        ["/dev/shm", "/run/user/\(geteuid())", FileManager.default.temporaryDirectory.path]
    }

    /// Removes the copies that killed processes of this user have left. That of a living one is locked.
    static func removeLeft() {
        for parent in parents { LeftFolders.remove(in: parent, owner: geteuid(), where: isCopy) }
    }

    /// Whether only `with` gives such a name: a folder with another one is the person's, whatever it begins with.
    private static func isCopy(_ name: String) -> Bool {
        name.hasPrefix(prefix) && UUID128(String(name.dropFirst(prefix.count))) != nil
    }

    /// Copies the database and its write-ahead log, and removes the copy after `body`.
    static func with<Value>(_ path: String, _ body: (String) throws -> Value) throws -> Value {
        removeLeft()
        var failure: (any Error)?
        for parent in parents {
            let folder = "\(parent)/\(prefix)\(UUID128())"
            guard mkdir(folder, 0o700) == 0 else { continue }
            defer { try? FolderRemoval.remove(folder) }
            // Held as long as the copy is used: a program that looks for left copies removes it otherwise.
            guard let lock = FileLock(ofFolder: folder, owner: geteuid()) else { continue }
            defer { extendLifetime(lock) }
            let copy = folder + "/database"
            do {
                for suffix in ["", "-wal"] where access(path + suffix, F_OK) == 0 {
                    try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
                    chmod(copy + suffix, 0o600)
                }
            } catch {
                failure = error
                continue
            }
            return try body(copy)
        }
        let reason = "its folder cannot be written, and no other folder takes a copy of it"
        throw MayflyError(.store, "the database '\(SafeText.line(path))' cannot be read: \(reason)", cause: failure)
    }
}
