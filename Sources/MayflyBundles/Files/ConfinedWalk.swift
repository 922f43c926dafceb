internal import Glibc
internal import MayflyModel

/// Resolves one path below a root folder, component by component, without leaving the root.
///
/// `openat2` with RESOLVE_BENEATH does the same, but sandboxes and older kernels refuse it.
struct ConfinedWalk: ~Copyable {
    enum Goal {
        case file, folder
    }

    private let root: Int32
    /// The open folders from below the root to the current one.
    private var below: [Int32] = []
    /// The remaining components, the next one last.
    private var pending: [Substring] = []
    private var links = 0

    /// The limit of the kernel for links in one path.
    private static let maximumLinks = 40
    private static let maximumDepth = 256

    /// `root` is an open folder, which the caller closes.
    init(root: Int32) {
        self.root = root
    }

    deinit {
        for descriptor in below { close(descriptor) }
    }

    private var here: Int32 { below.last ?? root }

    /// Returns a new descriptor, which the caller must close.
    mutating func open(_ path: String, as goal: Goal) throws(FileProblem) -> Int32 {
        try push(path)
        while let component = pending.popLast() {
            if component.isEmpty || component.hasSameBytes(as: ".") { continue }
            if component.hasSameBytes(as: "..") {
                try climb()
                continue
            }
            if let found = try step(String(component), goal) { return found }
        }
        guard goal == .folder else { throw .notRegular(mode: S_IFDIR) }
        return try duplicate()
    }

    private mutating func push(_ path: String) throws(FileProblem) {
        guard !path.utf8.contains(0) else { throw FileProblem(.missing, "no such file") }
        guard !path.begins(with: "/") else { throw FileProblem(.outside, "leads out of the folder") }
        // By bytes, as the kernel does: for Swift's characters a slash with an accent is no slash.
        let components = path.parts(at: "/")
        guard pending.count + components.count <= Self.maximumDepth else {
            throw FileProblem(.missing, "the path has too many parts")
        }
        pending.append(contentsOf: components.reversed())
    }

    private mutating func climb() throws(FileProblem) {
        guard let last = below.popLast() else { throw FileProblem(.outside, "leads out of the folder") }
        close(last)
    }

    /// Resolves one component; returns the descriptor of the file when it was the last one.
    private mutating func step(_ name: String, _ goal: Goal) throws(FileProblem) -> Int32? {
        var status = stat()
        guard fstatat(here, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { throw .lastCall() }
        switch status.st_mode & S_IFMT {
        case S_IFLNK:
            links += 1
            guard links <= Self.maximumLinks else { throw FileProblem(errno: ELOOP) }
            try push(try Self.linkTarget(here, name))
            return nil
        case S_IFDIR:
            below.append(try descend(name, RegularFile.openFlags | O_DIRECTORY))
            return nil
        case S_IFREG where pending.isEmpty:
            guard goal == .file else { throw .notRegular(mode: status.st_mode, needed: "a folder") }
            return try descend(name, RegularFile.openFlags)
        case S_IFREG:
            throw FileProblem(.missing, "no such file")
        default:
            throw .notRegular(mode: status.st_mode, needed: goal == .file ? "a regular file" : "a folder")
        }
    }

    private func descend(_ name: String, _ flags: Int32) throws(FileProblem) -> Int32 {
        while true {
            let descriptor = openat(here, name, flags)
            if descriptor >= 0 { return descriptor }
            guard errno == EINTR else { throw .lastCall() }
        }
    }

    private func duplicate() throws(FileProblem) -> Int32 {
        let descriptor = fcntl(here, F_DUPFD_CLOEXEC, 0)
        guard descriptor >= 0 else { throw .lastCall() }
        return descriptor
    }

    /// Reads a link without following it.
    static func linkTarget(_ folder: Int32, _ name: String) throws(FileProblem) -> String {
        var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = buffer.withUnsafeMutableBytes { bytes in
            bytes.baseAddress.map { readlinkat(folder, name, $0, bytes.count) } ?? -1
        }
        guard count >= 0 else { throw .lastCall() }
        return String(decoding: buffer.prefix(count), as: UTF8.self)
    }
}
