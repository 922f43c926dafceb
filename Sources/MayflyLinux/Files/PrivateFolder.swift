internal import Glibc
package import MayflyModel

/// Folders to which only their owner has rights.
package enum PrivateFolder {
    /// Makes the folder and the missing ones above it for their owner alone, whatever the umask of the process says about others.
    /// An existing folder keeps its mode.
    ///
    /// - Returns: 0 or -errno.
    package static func make(_ path: String) -> Int32 {
        if mkdir(path, 0o700) == 0 { return 0 }
        switch errno {
        case EEXIST: return isFolder(path) ? 0 : -ENOTDIR
        case ENOENT:
            let parts = path.split(separator: "/").dropLast()
            guard !parts.isEmpty else { return -ENOENT }
            let above = make((path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/"))
            guard above == 0 else { return above }
            // Another program may have made it meanwhile.
            return mkdir(path, 0o700) == 0 || errno == EEXIST && isFolder(path) ? 0 : -errno
        default: return -errno
        }
    }

    /// The same; throws `.files` with the path where that fails.
    package static func require(_ path: String) throws(MayflyError) {
        let result = make(path)
        guard result != 0 else { return }
        let reason = String(cString: strerror(-result))
        throw MayflyError(.files, "\(SafeText.line(path, limit: 300)): cannot be created: \(reason)")
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
