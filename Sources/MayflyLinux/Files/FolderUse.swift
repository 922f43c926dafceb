internal import CMayflyLinux
internal import Glibc

/// The size of a folder with everything below it. Links are not followed, and other file systems are not entered.
package struct FolderUse: Sendable {
    /// The bytes that it uses on the disk; holes in files use none.
    package private(set) var bytes = 0
    /// The number of files, folders and other entries.
    package private(set) var entries = 0
    /// Whether not all was counted: there were more entries than `most`, or a folder could not be opened because there were too few
    /// descriptors.
    package private(set) var isCut = false
    /// Newer files are not counted.
    private let moment: FileTime?

    /// Walks a folder that may change meanwhile. If a folder is moved during the walk, it continues in the folder
    /// above.
    ///
    /// It takes about a microsecond for each entry, and stops after `most`. Nil if the folder cannot be opened.
    ///
    /// - Parameter moment: Files that were written or changed after it are left out; nil for none.
    package init?(of path: String, most: Int, until moment: FileTime? = nil) {
        let root = Self.open(AT_FDCWD, Array(path.utf8CString))
        guard root >= 0, let level = Level(of: root) else { return nil }
        self.moment = moment
        walk(from: level, most: most)
    }

    private static let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    /// The number of levels whose folders stay open. Deeper ones are closed, and opened again through `..`.
    private static let heldLevels = 8

    /// A folder on the path from the root to the current one.
    private struct Level {
        let device: dev_t
        let inode: ino_t
        /// Negative while it is closed.
        private(set) var descriptor: Int32
        /// The names of its folders that are not walked yet, as bytes: a name need not be UTF-8.
        var folders: [[CChar]] = []

        /// Takes over the descriptor.
        init?(of descriptor: Int32) {
            var status = stat()
            guard fstat(descriptor, &status) == 0 else {
                close(descriptor)
                return nil
            }
            // A folder that can be listed but not entered would hide the size of its files.
            if status.st_mode & S_IXUSR == 0 { fchmod(descriptor, S_IRWXU) }
            (device, inode, self.descriptor) = (status.st_dev, status.st_ino, descriptor)
        }

        mutating func letGo() {
            if descriptor >= 0 { close(descriptor) }
            descriptor = -1
        }

        /// Takes over the descriptor of `other`, if both are the same folder.
        mutating func hold(_ other: Level) -> Bool {
            guard (other.device, other.inode) == (device, inode) else { return false }
            descriptor = other.descriptor
            return true
        }
    }

    private mutating func walk(from root: Level, most: Int) {
        var levels = [root]
        levels[0].folders = count(root.descriptor, most: most)
        defer { for index in levels.indices { levels[index].letGo() } }
        while !isCut, let last = levels.indices.last {
            guard let name = levels[last].folders.popLast() else {
                goUp(&levels)
                continue
            }
            let descriptor = Self.open(levels[last].descriptor, name)
            guard descriptor >= 0, var inner = Level(of: descriptor) else {
                noteFailure(errno)
                continue
            }
            guard inner.device == root.device else {
                inner.letGo()
                continue
            }
            if last >= Self.heldLevels { levels[last].letGo() }
            inner.folders = count(descriptor, most: most)
            levels.append(inner)
        }
    }

    /// Goes back to the folder above. If the last one was moved elsewhere, goes to the nearest folder that is still
    /// open.
    private mutating func goUp(_ levels: inout [Level]) {
        guard var inner = levels.popLast() else { return }
        defer { inner.letGo() }
        guard let last = levels.indices.last, levels[last].descriptor < 0 else { return }
        let above = openat(inner.descriptor, "..", Self.flags)
        if above < 0 { noteFailure(errno) }
        if above >= 0, var outer = Level(of: above) {
            if levels[last].hold(outer) { return }
            outer.letGo()
        }
        while let level = levels.last, level.descriptor < 0 { levels.removeLast() }
    }

    /// Counts the entries of one folder, and returns the names of the folders in it.
    private mutating func count(_ folder: Int32, most: Int) -> [[CChar]] {
        let copy = openat(folder, ".", Self.flags)
        guard copy >= 0 else {
            noteFailure(errno)
            return []
        }
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
            let isFolder = status.st_mode & S_IFMT == S_IFDIR
            if !isFolder, isNewer(status) {
                entries -= 1
                continue
            }
            bytes += Int(status.st_blocks) * 512
            if isFolder { folders.append(name) }
        }
        return folders
    }

    /// A folder could not be opened. One that is gone holds nothing; one for which there is no descriptor or no memory
    /// may hold anything.
    private mutating func noteFailure(_ reason: Int32) {
        if [EMFILE, ENFILE, ENOMEM].contains(reason) { isCut = true }
    }

    private func isNewer(_ status: stat) -> Bool {
        guard let moment else { return false }
        return (status.st_ctim.tv_sec, status.st_ctim.tv_nsec) > (moment.seconds, moment.nanoseconds)
    }

    /// Whether it is `.` or `..`.
    private static func isOwnOrParent(_ name: [CChar]) -> Bool {
        let dot = CChar(UInt8(ascii: "."))
        return name == [dot, 0] || name == [dot, dot, 0]
    }

    /// Opens a folder. If it is not readable, its owner gets all rights first, so that nothing can be hidden in it.
    private static func open(_ here: Int32, _ name: [CChar]) -> Int32 {
        let descriptor = openat(here, name, flags)
        guard descriptor < 0, errno == EACCES else { return descriptor }
        return mayfly_open_up(here, name) == 0 ? openat(here, name, flags) : -1
    }
}
