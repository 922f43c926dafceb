internal import CMayflyLinux
internal import Foundation
internal import MayflyModel

/// Finds out why a file and its folder cannot be written, for errors of libraries that do not tell the reason.
package enum WriteProbe {
    /// As much as a small change of a database needs.
    private static let size = 64 * 1024

    /// The error number of an attempt to write beside the file, or to open the file for writing; nil when both work.
    ///
    /// The file is not opened. When its folder does not exist, the nearest folder above it that exists counts. The
    /// attempt leaves no file.
    package static func problem(at path: String) -> Int32? {
        if access(path, W_OK) != 0, errno != ENOENT { return errno }
        var folder = URL(filePath: path).deletingLastPathComponent().path
        while access(folder, F_OK) != 0, errno == ENOENT, folder != "/" {
            folder = URL(filePath: folder).deletingLastPathComponent().path
        }
        let parent = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard parent >= 0 else { return errno }
        defer { close(parent) }
        return writing(in: parent)
    }

    /// The reason as the end of a sentence about a file; nil for numbers that do not come from a failed write.
    package static func reason(_ number: Int32) -> String? {
        switch number {
        case ENOSPC: "has no space left on its disk"
        case EDQUOT: "has no space left: the user's disk quota is reached"
        case EROFS: "cannot be written: its file system is read-only"
        case EACCES, EPERM: "cannot be written: permission denied"
        case EMFILE, ENFILE: "cannot be opened: too many open files"
        default: nil
        }
    }

    private static func writing(in folder: Int32) -> Int32? {
        let name = ".\(UUID128()).probe"
        let nameless = mayfly_create_nameless(folder)
        if nameless < 0, ![EOPNOTSUPP, EISDIR, EINVAL].contains(-nameless) { return -nameless }
        let file =
            nameless >= 0
            ? nameless : openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { return errno }
        defer {
            close(file)
            if nameless < 0 { unlinkat(folder, name, 0) }
        }
        var rest = size
        while rest > 0 {
            let piece = [UInt8](repeating: 0, count: rest)
            let count = write(file, piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return errno }
            rest -= count
        }
        return nil
    }
}
