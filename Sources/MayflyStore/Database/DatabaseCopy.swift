internal import Foundation
internal import MayflyLinux
internal import MayflyModel

/// A temporary copy of a database's files, in a folder that only this user can read.
enum DatabaseCopy {
    /// Copies the database and its write-ahead log, and removes the copy after `body`.
    ///
    /// Folders in memory come first: the disk may be full.
    static func with<Value>(_ path: String, _ body: (String) throws -> Value) throws -> Value {
        var failure: (any Error)?
        for parent in ["/dev/shm", "/run/user/\(geteuid())", FileManager.default.temporaryDirectory.path] {
            let folder = "\(parent)/mayfly-\(UUID128())"
            guard mkdir(folder, 0o700) == 0 else { continue }
            defer { try? FolderRemoval.remove(folder) }
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
