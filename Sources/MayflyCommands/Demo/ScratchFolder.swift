internal import Foundation
internal import MayflyLinux
internal import MayflyModel

/// An empty folder of this process, locked while it lives: those of killed processes are known by that and removed.
struct ScratchFolder: ~Copyable {
    let path: String
    private let lock: FileLock

    /// Makes a folder whose name begins so, and removes all others that no process holds. Throws `.files`.
    init(_ prefix: String, in place: String) throws(MayflyError) {
        Self.sweep(prefix, in: place)
        // Another process may sweep between the making and the lock.
        for _ in 0..<16 {
            var name = Array("\(place)/\(prefix)XXXXXX".utf8CString)
            let made = name.withUnsafeMutableBufferPointer { buffer in
                buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
            }
            guard let made else { break }
            guard let lock = FileLock(ofFolder: made, owner: getuid()) else { continue }
            path = made
            self.lock = lock
            return
        }
        throw MayflyError(.files, "no folder can be made in '\(SafeText.line(place))'")
    }

    /// Ends its life here and not earlier; the folder goes with it.
    consuming func remove() {}

    deinit { try? FileManager.default.removeItem(atPath: path) }

    private static func sweep(_ prefix: String, in place: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
        for name in names where name.hasPrefix(prefix) {
            let path = place + "/" + name
            guard let lock = FileLock(ofFolder: path, owner: getuid()) else { continue }
            try? FileManager.default.removeItem(atPath: path)
            extendLifetime(lock)
        }
    }
}
