internal import CMayflyLinux
internal import Glibc

/// What a folder holds, with all that lies below it. No link is followed, and no other file system is entered.
struct FolderUse: Sendable, Equatable {
    /// What it takes on its disk, which is little for a file of holes.
    private(set) var bytes = 0
    /// Files, folders and whatever else there is.
    private(set) var entries = 0
    /// Whether there were more than was asked for, and so the rest was left out.
    private(set) var isCut = false

    /// Walks a folder that may change meanwhile; where a folder is moved away under it, what was counted so far is given.
    /// It takes about a microsecond an entry, and stops after `most`. Nil when the folder cannot be opened.
    init?(of path: String, most: Int) {
        let root = Self.open(AT_FDCWD, Array(path.utf8CString))
        guard root >= 0, let level = Level(of: root, []) else { return nil }
        walk(from: root, level, most: most)
    }

    private static let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC

    /// A folder on the way down to where the walk stands.
    private struct Level {
        let device: dev_t
        let inode: ino_t
        /// The names of the folders in it that are still to be walked, as they are: a name need not be text.
        var folders: [[CChar]]

        init?(of descriptor: Int32, _ folders: [[CChar]]) {
            var status = stat()
            guard fstat(descriptor, &status) == 0 else { return nil }
            // One that may be listed, and not be gone into, would hide how large its files are.
            if status.st_mode & S_IXUSR == 0 { fchmod(descriptor, S_IRWXU) }
            (device, inode, self.folders) = (status.st_dev, status.st_ino, folders)
        }

        func isSame(as other: Level?) -> Bool { other.map { $0.device == device && $0.inode == inode } ?? false }
    }

    /// Holds one descriptor however deep it gets, and goes up only where it came from.
    private mutating func walk(from root: Int32, _ first: Level, most: Int) {
        var here = root
        var levels = [first]
        levels[0].folders = count(here, most: most)
        defer { close(here) }
        while !isCut, let level = levels.last {
            let next: Int32
            if let name = level.folders.last {
                levels[levels.count - 1].folders.removeLast()
                next = Self.open(here, name)
                guard next >= 0 else { continue }
                guard let inner = Level(of: next, []), inner.device == first.device else {
                    close(next)
                    continue
                }
                levels.append(inner)
                levels[levels.count - 1].folders = count(next, most: most)
            } else {
                levels.removeLast()
                guard let outer = levels.last else { return }
                next = openat(here, "..", Self.flags)
                guard next >= 0 else { return }
                guard outer.isSame(as: Level(of: next, [])) else {
                    close(next)
                    return
                }
            }
            close(here)
            here = next
        }
    }

    /// Counts what lies in one folder, and gives the names of the folders in it.
    private mutating func count(_ folder: Int32, most: Int) -> [[CChar]] {
        let copy = openat(folder, ".", Self.flags)
        guard copy >= 0 else { return [] }
        guard let stream = fdopendir(copy) else {
            close(copy)
            return []
        }
        defer { closedir(stream) }
        var folders: [[CChar]] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) {
                    Array(UnsafeBufferPointer(start: $0, count: strlen($0) + 1))
                }
            }
            guard !Self.isOwnOrParent(name) else { continue }
            entries += 1
            isCut = entries > most
            guard !isCut else { break }
            var status = stat()
            guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { continue }
            bytes += Int(status.st_blocks) * 512
            if status.st_mode & S_IFMT == S_IFDIR { folders.append(name) }
        }
        return folders
    }

    /// Whether it is `.` or `..`.
    private static func isOwnOrParent(_ name: [CChar]) -> Bool {
        let dot = CChar(UInt8(ascii: "."))
        return name == [dot, 0] || name == [dot, dot, 0]
    }

    /// Opens a folder; one that was closed to everybody is opened up, so that nothing can be hidden in it.
    private static func open(_ here: Int32, _ name: [CChar]) -> Int32 {
        let descriptor = openat(here, name, flags)
        guard descriptor < 0, errno == EACCES else { return descriptor }
        return mayfly_open_up(here, name) == 0 ? openat(here, name, flags) : -1
    }
}
