internal import Glibc

/// A folder in which files are opened by relative path, never outside of it.
///
/// A path is resolved one component at a time by descriptor. A link may lead to another path inside the folder;
/// absolute links and links out of the folder are refused. Files that are not regular are refused without being opened.
package struct ConfinedFolder: ~Copyable {
    /// The path of the folder, for messages and for paths of its files.
    package let path: String
    private let descriptor: Int32

    /// Opens the folder. Its own path may be a link.
    package init(path: String) throws(FileProblem) {
        guard !path.utf8.contains(0) else { throw FileProblem(.missing, "no such folder") }
        var status = stat()
        guard stat(path, &status) == 0 else {
            var link = stat()
            let dangling = lstat(path, &link) == 0 && link.st_mode & S_IFMT == S_IFLNK
            throw dangling ? FileProblem(.missing, "a link to something that is not there") : .lastCall()
        }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw .notRegular(mode: status.st_mode, needed: "a folder")
        }
        let descriptor = Self.openRetrying(AT_FDCWD, path, O_RDONLY | O_DIRECTORY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw .lastCall() }
        self.init(path: path, descriptor: descriptor)
    }

    private init(path: String, descriptor: Int32) {
        self.path = path
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Opens the regular file at a relative path.
    package borrowing func file(_ relative: String) throws(FileProblem) -> RegularFile {
        var walk = ConfinedWalk(root: descriptor)
        return try RegularFile.adopt(try walk.open(relative, as: .file))
    }

    /// Opens the folder at a relative path; paths in it cannot leave it.
    package borrowing func folder(_ relative: String) throws(FileProblem) -> ConfinedFolder {
        var walk = ConfinedWalk(root: descriptor)
        let found = try walk.open(relative, as: .folder)
        return ConfinedFolder(path: path + "/" + relative, descriptor: found)
    }

    /// The mode of an entry of the folder, without following a link; nil when there is no such entry.
    package borrowing func mode(of name: String) -> UInt32? {
        var status = stat()
        guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
        return status.st_mode
    }

    /// The target of a link in the folder.
    borrowing func linkTarget(of name: String) throws(FileProblem) -> String {
        try ConfinedWalk.linkTarget(descriptor, name)
    }

    /// The names of the entries in byte order, without `.` and `..`. `keep` filters them.
    package borrowing func names(where keep: (String) -> Bool = { _ in true }) throws(FileProblem) -> [String] {
        let copy = Self.openRetrying(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy >= 0 else { throw .lastCall() }
        guard let stream = fdopendir(copy) else {
            close(copy)
            throw .lastCall()
        }
        defer { closedir(stream) }
        var found: [String] = []
        while let entry = readdir(stream) {
            guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { break }
            let text = (UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: CChar.self)
            let name = String(cString: text)
            if name != ".", name != "..", keep(name) { found.append(name) }
        }
        return found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    private static func openRetrying(_ folder: Int32, _ path: String, _ flags: Int32) -> Int32 {
        while true {
            let descriptor = openat(folder, path, flags)
            if descriptor >= 0 || errno != EINTR { return descriptor }
        }
    }
}
