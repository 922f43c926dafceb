internal import Glibc
internal import MayflyModel

/// Why a file could not be opened or read, before it becomes an error of the part that asked.
package struct FileProblem: Error, Hashable {
    package enum Kind {
        case missing, unreadable, notRegular, outside, tooLarge
        /// It was opened, but its size cannot be told.
        case unmeasured
    }

    let kind: Kind
    /// What stands after the file's name and a colon in a message, such as "no such file".
    let reason: String

    /// What the last system call of this thread said.
    static func lastCall() -> FileProblem { FileProblem(errno: errno) }

    init(_ kind: Kind, _ reason: String) {
        self.kind = kind
        self.reason = reason
    }

    init(errno number: Int32) {
        switch number {
        case ENOENT, ENOTDIR: self.init(.missing, "no such file")
        case ENAMETOOLONG: self.init(.missing, "the name is too long")
        case ELOOP: self.init(.outside, "too many links, or a link that was put there while it was read")
        default: self.init(.unreadable, String(cString: strerror(number)).lowercased())
        }
    }

    static func tooLarge(_ size: Int, limit: Int) -> FileProblem {
        FileProblem(.tooLarge, "\(grouped(size)) bytes, over the limit of \(grouped(limit))")
    }

    /// Refuses what is not a regular file, and says what it is instead.
    static func notRegular(mode: mode_t, needed: String = "a regular file") -> FileProblem {
        let found =
            switch mode & S_IFMT {
            case S_IFDIR: "a folder"
            case S_IFIFO: "a FIFO"
            case S_IFSOCK: "a socket"
            case S_IFCHR, S_IFBLK: "a device"
            case S_IFLNK: "a link"
            case S_IFREG: "a file"
            default: "something unknown"
            }
        return FileProblem(.notRegular, "\(found), where \(needed) is needed")
    }
}
