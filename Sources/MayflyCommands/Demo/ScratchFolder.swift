internal import Foundation
internal import MayflyModel

/// An empty folder that this process keeps locked. A folder that is not locked belongs to a killed process and is removed.
struct ScratchFolder: ~Copyable {
    let path: String
    private let lock: Int32

    /// Makes a folder whose name has this prefix, and removes the others with it that are not locked. Throws `.files`.
    init(_ prefix: String, in place: String) throws(MayflyError) {
        Self.sweep(prefix, in: place)
        // Another process may remove the folder before it is locked.
        for _ in 0..<16 {
            var name = Array("\(place)/\(prefix)XXXXXX".utf8CString)
            let made = name.withUnsafeMutableBufferPointer { buffer in
                buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
            }
            guard let made else { break }
            guard let lock = Self.lock(made) else { continue }
            (path, self.lock) = (made, lock)
            return
        }
        throw MayflyError(.files, "no folder can be made in '\(SafeText.line(place))'")
    }

    /// Removes the folder. The call also keeps the value, and so the lock, alive until here.
    consuming func remove() {}

    deinit {
        try? FileManager.default.removeItem(atPath: path)
        close(lock)
    }

    private static func sweep(_ prefix: String, in place: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
        for name in names where name.hasPrefix(prefix) {
            let path = place + "/" + name
            guard let lock = lock(path) else { continue }
            try? FileManager.default.removeItem(atPath: path)
            close(lock)
        }
    }

    /// Locks a folder that this user owns; nil for anything else and for a folder that is locked.
    private static func lock(_ path: String) -> Int32? {
        let folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard folder >= 0 else { return nil }
        var status = stat()
        if fstat(folder, &status) == 0, status.st_uid == getuid(), flock(folder, LOCK_EX | LOCK_NB) == 0 {
            return folder
        }
        close(folder)
        return nil
    }
}
