internal import CMayflyLinux
internal import Glibc
internal import MayflyLinux

/// A folder in a hierarchy of control groups, and the names of the files in it that hold the bounds (cgroups, man 7).
struct ControlGroupParent: Sendable, Hashable {
    let folder: String
    let memoryFile: String?
    let tasksFile: String?
    /// The file to which a process writes 0 to enter.
    ///
    /// In the first version that is `tasks`, which moves one thread: while a whole process moves, the kernel keeps all processes
    /// from forking for up to 12 ms, but not while a thread moves itself. A worker has one thread when it enters.
    let entranceFile: String

    /// The folder of a group in this one.
    func place(of name: String) -> ControlGroupParent {
        ControlGroupParent(
            folder: "\(folder)/\(name)",
            memoryFile: memoryFile,
            tasksFile: tasksFile,
            entranceFile: entranceFile
        )
    }

    func make() throws(ControlGroups.Unavailable) {
        // The error names the folder above, so that it is the same for every group.
        guard mkdir(folder, 0o755) == 0 else {
            throw Self.lastFailure(folder.lastIndex(of: "/").map { String(folder[..<$0]) } ?? folder)
        }
    }

    func bound(to bounds: ControlGroups.Bounds) throws(ControlGroups.Unavailable) {
        if let memoryFile { try write(bounds.memoryBytes, to: memoryFile) }
        if let tasksFile { try write(bounds.tasks, to: tasksFile) }
    }

    /// Opens the file through which a process enters.
    func entrance() throws(ControlGroups.Unavailable) -> Int32 {
        let path = "\(folder)/\(entranceFile)"
        let entrance = open(path, O_WRONLY | O_CLOEXEC)
        guard entrance >= 0 else { throw Self.lastFailure(path) }
        return entrance
    }

    /// Removes a group whose processes are about to end, or have just ended. The kernel lets go of a process a moment after it was
    /// reaped, and gives no notice.
    func removeWhenEmpty() {
        for process in KernelFile.lines(of: "\(folder)/cgroup.procs").compactMap({ Int32($0) }) {
            let descriptor = mayfly_pidfd_open(process)
            guard descriptor >= 0 else { continue }
            defer { close(descriptor) }
            _ = mayfly_has_ended(descriptor, 1000)
        }
        for _ in 0..<200 {
            if remove() { return }
            usleep(5000)
        }
    }

    /// Whether it is gone.
    @discardableResult
    func remove() -> Bool { rmdir(folder) == 0 || errno == ENOENT }

    private func write(_ value: Int, to name: String) throws(ControlGroups.Unavailable) {
        let path = "\(folder)/\(name)"
        let file = open(path, O_WRONLY | O_CLOEXEC)
        guard file >= 0 else { throw Self.lastFailure(path) }
        defer { close(file) }
        let text = "\(value)"
        guard Glibc.write(file, text, text.utf8.count) >= 0 else { throw Self.lastFailure(path) }
    }

    private static func lastFailure(_ path: String) -> ControlGroups.Unavailable {
        ControlGroups.Unavailable(reason: "\(path): \(String(cString: strerror(errno)))")
    }
}
