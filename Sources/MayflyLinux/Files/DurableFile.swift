internal import CMayflyLinux
internal import Foundation
package import MayflyModel

/// Files that are either complete or missing, whenever the host or the machine stops.
package enum DurableFile {
    /// Writes the file, synchronizes it, gives it its name, and synchronizes the folder. An existing file of that name
    /// is replaced. Others can read it where `isPublic` says so, whatever the umask of the process is.
    package static func write(_ bytes: [UInt8], to path: String, isPublic: Bool = false) throws(MayflyError) {
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { String(path[..<$0]) } ?? "."
        let parent = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard parent >= 0 else { throw .ofSystem("open", folder) }
        defer { close(parent) }
        let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
        try write(bytes, named: name, in: parent, isSynchronized: true, isPublic: isPublic)
        guard fsync(parent) == 0 else { throw .ofSystem("synchronize", folder) }
    }

    /// Whether there is a regular file, of this size where one is given; false for a link.
    package static func isRegular(_ path: String, size: Int? = nil) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
        return size.map { Int(status.st_size) == $0 } ?? true
    }

    /// Writes a file into an open folder, which remains the caller's. The file has no name until it is complete, so
    /// that a killed host leaves nothing. If the file system has no such files, it has a temporary name until then.
    package static func write(
        _ bytes: [UInt8],
        named name: String,
        in folder: Int32,
        isSynchronized: Bool,
        isPublic: Bool = false
    ) throws(MayflyError) {
        let draft = ".\(UUID128()).part"
        let nameless = mayfly_create_nameless(folder)
        let file =
            nameless >= 0
            ? nameless : openat(folder, draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw .ofSystem("create", name) }
        defer { close(file) }
        do throws(MayflyError) {
            try fill(file, bytes, name)
            guard !isPublic || fchmod(file, 0o644) == 0 else { throw .ofSystem("change the mode of", name) }
            guard !isSynchronized || fsync(file) == 0 else { throw .ofSystem("synchronize", name) }
            if nameless >= 0 {
                if mayfly_give_name(file, folder, name) == 0 { return }
                // The old file of that name is replaced atomically.
                guard mayfly_give_name(file, folder, draft) == 0 else { throw .ofSystem("name", name) }
            }
            guard renameat(folder, draft, folder, name) == 0 else { throw .ofSystem("rename to", name) }
        } catch {
            unlinkat(folder, draft, 0)
            throw error
        }
    }

    private static func fill(_ file: Int32, _ bytes: [UInt8], _ name: String) throws(MayflyError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(file, $0.baseAddress, $0.count) }
            guard count >= 0 || errno == EINTR else { throw .ofSystem("write", name) }
            rest = rest.dropFirst(max(count, 0))
        }
    }
}
