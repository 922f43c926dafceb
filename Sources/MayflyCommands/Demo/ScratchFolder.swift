internal import Foundation
internal import MayflyLinux
package import MayflyModel

/// An empty folder that this process keeps locked. A folder that is not locked belongs to a killed process and is removed.
package struct ScratchFolder: ~Copyable {
    package let path: String
    private let lock: FileLock

    /// Makes a folder whose name has this prefix, and removes the others with it that are not locked. Throws `.files`.
    package init(_ prefix: String, in place: String) throws(MayflyError) {
        LeftFolders.remove(in: place, owner: getuid()) { $0.hasPrefix(prefix) }
        // Another process may remove the folder before it is locked.
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

    /// Removes the folder. The call also keeps the value, and so the lock, alive until here.
    package consuming func remove() {}

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
