internal import Glibc
internal import MayflyModel

/// Why a file could not be opened or read. The caller converts it to its own error.
package struct FileProblem: Error, Hashable {
    enum Kind {
        case missing, unreadable, notRegular, outside, tooLarge
        /// It was opened, but its size cannot be determined.
        case unmeasured
        /// The process has no descriptor or memory left, so nothing is known of the file.
        case exhausted
    }

    let kind: Kind
    /// The text after the name of the file and a colon, such as "no such file".
    package let reason: String

    /// Whether there is no such file.
    package var isMissing: Bool { kind == .missing }

    /// The problem of the last system call of this thread (`errno`).
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
        case EMFILE, ENFILE, ENOMEM: self.init(.exhausted, String(cString: strerror(number)).lowercased())
        default: self.init(.unreadable, String(cString: strerror(number)).lowercased())
        }
    }

    /// The code of an error about a bundle with this file: the usual one, or `.files` where the process has no descriptor or memory
    /// left, for which the bundle is not to blame.
    func code(_ usual: MayflyError.Code) -> MayflyError.Code { kind == .exhausted ? .files : usual }

    package static func tooLarge(_ size: Int, limit: Int) -> FileProblem {
        FileProblem(.tooLarge, "\(grouped(size)) bytes, over the limit of \(grouped(limit))")
    }

    /// The problem of a file of another kind, with the kind in the reason.
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
