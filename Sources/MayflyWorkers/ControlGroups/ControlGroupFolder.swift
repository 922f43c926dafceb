internal import CMayflyLinux
internal import Glibc
internal import MayflyLinux
internal import MayflyModel

/// The folder of a control group, and the names of the files in it that set its limits (cgroups, man 7).
struct ControlGroupFolder: Sendable {
    let path: String
    let memoryFile: String?
    let tasksFile: String?
    /// The file to which a process writes 0 to enter the group.
    ///
    /// In the first version that is `tasks`, which moves one thread. While a whole process moves, the kernel delays all
    /// forks of the machine by up to 12 ms; it does not when a thread moves itself. A worker has one thread when it
    /// enters.
    let entranceFile: String

    /// The folder of a group in this group.
    func child(_ name: String) -> ControlGroupFolder {
        ControlGroupFolder(
            path: "\(path)/\(name)",
            memoryFile: memoryFile,
            tasksFile: tasksFile,
            entranceFile: entranceFile
        )
    }

    func make() throws(ControlGroups.Unavailable) {
        // The error names the parent folder, so that it is the same for every group.
        guard mkdir(path, 0o755) == 0 else {
            throw Self.lastFailure(path.lastIndex(of: "/").map { String(path[..<$0]) } ?? path)
        }
    }

    func bound(to bounds: ControlGroups.Bounds) throws(ControlGroups.Unavailable) {
        if let memoryFile { try write(bounds.memoryBytes, to: memoryFile) }
        if let tasksFile { try write(bounds.tasks, to: tasksFile) }
    }

    /// Opens the file through which a process enters.
    func entrance() throws(ControlGroups.Unavailable) -> Int32 {
        let file = "\(path)/\(entranceFile)"
        let entrance = open(file, O_WRONLY | O_CLOEXEC)
        guard entrance >= 0 else { throw Self.lastFailure(file) }
        return entrance
    }

    /// Removes a group whose processes are about to end, or have just ended. A reaped process leaves its group a moment
    /// later, without a notification. It waits for at most a second for all processes of the group together.
    func removeWhenEmpty() {
        let end = Moment.now + .seconds(1)
        for process in KernelFile.lines(of: "\(path)/cgroup.procs").compactMap({ Int32($0) }) {
            let descriptor = mayfly_pidfd_open(process)
            guard descriptor >= 0 else { continue }
            defer { close(descriptor) }
            _ = mayfly_has_ended(descriptor, Int32(max(0, Moment.now.duration(to: end).milliseconds)))
        }
        for _ in 0..<200 {
            if remove() { return }
            usleep(5000)
        }
    }

    /// Removes the group. Returns whether it no longer exists.
    @discardableResult
    func remove() -> Bool { rmdir(path) == 0 || errno == ENOENT }

    private func write(_ value: Int, to name: String) throws(ControlGroups.Unavailable) {
        let target = "\(path)/\(name)"
        let file = open(target, O_WRONLY | O_CLOEXEC)
        guard file >= 0 else { throw Self.lastFailure(target) }
        defer { close(file) }
        let text = "\(value)"
        guard Glibc.write(file, text, text.utf8.count) >= 0 else { throw Self.lastFailure(target) }
    }

    private static func lastFailure(_ path: String) -> ControlGroups.Unavailable {
        ControlGroups.Unavailable(reason: "\(path): \(String(cString: strerror(errno)))")
    }
}
