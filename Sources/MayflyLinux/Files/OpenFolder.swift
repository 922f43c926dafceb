internal import Glibc
package import MayflyModel

/// A folder that is open. Its files are named without a path, and a link in place of the folder or of a file is never followed.
package struct OpenFolder: ~Copyable {
    /// A file of the folder.
    package struct Entry: Sendable {
        package let name: String
        package let bytes: Int
        /// When it was written or touched.
        package let written: FileTime
        /// False for a link, a socket and the like.
        package let isRegular: Bool
    }

    private let descriptor: Int32

    /// Nil where there is no folder at that path, or where it is a link.
    package init?(_ path: String) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// The entry of that name; nil where there is none, and for a folder.
    package borrowing func entry(_ name: String) -> Entry? {
        var status = stat()
        guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
        let kind = status.st_mode & S_IFMT
        guard kind != S_IFDIR else { return nil }
        return Entry(
            name: name,
            bytes: Int(status.st_size),
            written: FileTime(seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec),
            isRegular: kind == S_IFREG
        )
    }

    /// The entries whose name is UTF-8, in no order, without folders.
    package borrowing func entries() -> [Entry] { names().compactMap { entry($0) } }

    /// The names of the entries that are UTF-8, in no order, without `.` and `..`: of all, or of that many.
    package borrowing func names(atMost most: Int = .max) -> [String] {
        let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy >= 0 else { return [] }
        guard let stream = fdopendir(copy) else {
            close(copy)
            return []
        }
        defer { closedir(stream) }
        var names: [String] = []
        while names.count < most, let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(validatingCString: $0) }
            }
            if let name, name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// Makes the entry the newest of the folder.
    package borrowing func touch(_ name: String) { utimensat(descriptor, name, nil, AT_SYMLINK_NOFOLLOW) }

    /// Removes the entry, if it is there and no folder.
    package borrowing func remove(_ name: String) { unlinkat(descriptor, name, 0) }

    /// Writes a file that is either complete or missing (`DurableFile`); it need not be on the disk when this returns. An existing
    /// file of that name is replaced.
    package borrowing func write(_ bytes: [UInt8], named name: String) throws(MayflyError) {
        try DurableFile.write(bytes, named: name, in: descriptor, isSynchronized: false)
    }
}
