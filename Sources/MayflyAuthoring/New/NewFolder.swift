internal import Glibc
internal import MayflyBundles
internal import MayflyLinux
internal import MayflyModel

/// A folder that is filled for the first time. Its files are reached from its descriptor, and no link is followed, so that nothing is
/// written elsewhere, whatever others do in it meanwhile.
final class NewFolder {
    private let path: String
    private let descriptor: Int32
    /// Whether the folder itself is new.
    private let isMade: Bool
    /// What was made in it, in order: folders end in a slash.
    private var made: [String] = []

    /// Makes the folder, or takes one that is empty. The folder above must be there.
    init(_ path: String) throws(MayflyError) {
        self.path = path
        isMade = mkdir(path, 0o755) == 0
        if !isMade, errno == ENOENT {
            throw MayflyError(
                .files,
                "'\(shown(path, limit: 300))' cannot be made: the folder that it is to be in is not there"
            )
        }
        if !isMade, errno != EEXIST { throw .ofSystem("make the folder", path) }
        var status = stat()
        guard lstat(path, &status) == 0 else { throw .ofSystem("look at", path) }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            let kind = status.st_mode & S_IFMT == S_IFLNK ? "a link" : "a file"
            throw MayflyError(.alreadyExists, "'\(shown(path))' is \(kind): name a folder that is missing or empty")
        }
        descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { throw .ofSystem("open the folder", path) }
        if let first = OpenFolder(path)?.names(atMost: 1).first {
            throw MayflyError(
                .alreadyExists,
                "the folder '\(shown(path))' is not empty, it has '\(shown(first))': name one that is missing or empty"
            )
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Writes a file at a path, with the folders to it. What is there already is an error.
    func write(_ bytes: [UInt8], to relative: String) throws(MayflyError) {
        var names = relative.split(separator: "/").map(String.init)
        let name = names.removeLast()
        var (here, location) = (dup(descriptor), "")
        defer { close(here) }
        for folder in names {
            location += folder + "/"
            if mkdirat(here, folder, 0o755) == 0 {
                made.append(location)
            } else if errno != EEXIST || !made.contains(location) {
                throw .ofSystem("make the folder", "\(path)/\(location)")
            }
            let next = openat(here, folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            guard next >= 0 else { throw .ofSystem("open the folder", "\(path)/\(location)") }
            close(here)
            here = next
        }
        let file = openat(here, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
        guard file >= 0 else { throw .ofSystem("make", "\(path)/\(relative)") }
        defer { close(file) }
        made.append(location + name)
        let code = DescriptorWriting.writeAll(bytes, to: file)
        guard code == 0 else {
            throw MayflyError(.files, "cannot write '\(shown(path))/\(relative)': \(String(cString: strerror(code)))")
        }
    }

    /// Removes all that was made.
    func takeBack() {
        for entry in made.reversed() {
            let isFolder = entry.hasSuffix("/")
            unlinkat(descriptor, isFolder ? String(entry.dropLast()) : entry, isFolder ? AT_REMOVEDIR : 0)
        }
        if isMade { rmdir(path) }
    }
}
