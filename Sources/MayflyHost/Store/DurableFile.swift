import Foundation
import MayflyModel

/// Files that are there in full or not at all, whenever the machine stops.
enum DurableFile {
    /// Writes a neighbour, brings it to disk, and gives it the name; then brings the name to disk.
    static func write(_ bytes: [UInt8], to path: String) throws(MayflyError) {
        let draft = "\(path).\(UUID128()).part"
        do throws(MayflyError) {
            try create(draft, bytes)
            guard rename(draft, path) == 0 else { throw .ofSystem("rename to", path) }
        } catch {
            unlink(draft)
            throw error
        }
        let folder = String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex))
        try synchronize(folder.isEmpty ? "." : folder)
    }

    /// Whether there is a plain file of this size; a link is none.
    static func isRegular(_ path: String, size: Int) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0 else { return false }
        return status.st_mode & S_IFMT == S_IFREG && Int(status.st_size) == size
    }

    private static func create(_ path: String, _ bytes: [UInt8]) throws(MayflyError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .ofSystem("create", path) }
        defer { close(descriptor) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            guard count >= 0 || errno == EINTR else { throw .ofSystem("write", path) }
            rest = rest.dropFirst(max(count, 0))
        }
        guard fsync(descriptor) == 0 else { throw .ofSystem("synchronize", path) }
    }

    private static func synchronize(_ folder: String) throws(MayflyError) {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .ofSystem("open", folder) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw .ofSystem("synchronize", folder) }
    }
}
