internal import CMayflyLinux
internal import Glibc
internal import MayflyABI
internal import MayflyModel

/// The root folder of workers. It is made once; each worker adds the folders of its extension.
enum SandboxRoot {
    /// The mount point of the old root, which each worker unmounts before it opens any file.
    static let old = "/host"
    /// The mount point of the new root until it is entered, in the zygote's own mount namespace. A folder made for this
    /// would stay behind if the zygote is killed. Every system has this one, and no folder that is mounted into the
    /// root is in it.
    private static let mountPoint = "/dev"

    /// Makes the root and enters it. It is read-only, and holds no files of the user.
    static func enter(_ libraries: [String]) -> (call: String, result: Int32)? {
        firstFailure([
            "read-only program": checkProgram,
            "mount private": mayfly_mount_private,
            "mount tmpfs": { mayfly_mount_memory(mountPoint, 256 * 1024) },
            "chdir": { chdir(mountPoint) < 0 ? -errno : 0 },
            "mount system": { mountSystem() },
            "hide extensions": { hideExtensions() },
            "mount runtimes": { mount(libraries) },
            "mount /proc": { bind("/proc", MAYFLY_MOUNT_TREE.rawValue | MAYFLY_MOUNT_READ_ONLY.rawValue) },
            "make /proc": { OwnProcess.makeFolder() },
            "replace input": { replaceInput() },
            "make folders": {
                makeFolders(
                    [
                        WorkerContract.bundleFolder, WorkerContract.privateFolder, WorkerContract.receivedFolder, old,
                    ].map { String($0.dropFirst()) }
                )
            },
            "pivot_root": { mayfly_change_root(String(old.dropFirst())) },
        ])
    }

    /// Fails unless this program is executed from a read-only mount. All workers have `/proc/self/exe`, which leads to the
    /// file through that mount, and neither a root of their own nor Landlock would keep them from changing its mode.
    private static func checkProgram() -> Int32 {
        var status = statvfs()
        guard statvfs("/proc/self/exe", &status) == 0 else { return -errno }
        return status.f_flag & UInt(ST_RDONLY) == 0 ? -EACCES : 0
    }

    /// Makes standard input an empty file without a name in the new root, which becomes read-only. The device
    /// `/dev/null`, which the host opened, belongs to the machine: a worker of root could change its mode.
    private static func replaceInput() -> Int32 {
        let name = "input"
        let file = open(name, O_CREAT | O_EXCL | O_RDONLY | O_CLOEXEC, 0o444)
        guard file >= 0 else { return -errno }
        defer { close(file) }
        guard unlink(name) == 0, dup2(file, WorkerContract.input) >= 0 else { return -errno }
        return 0
    }

    /// Mounts a `/proc` with the worker's own processes, in its own mount namespace.
    static func showProcesses() -> Int32 { mayfly_mount_processes("/proc") }

    /// Mounts the folders of the extension, in the worker's own mount namespace, and unmounts the old root.
    static func mountExtension(_ request: borrowing StartPacket) -> (call: String, result: Int32)? {
        let (bundle, privateFolder, received) = (request.bundleFolder, request.privateFolder, request.receivedFolder)
        return firstFailure([
            "mount bundle": { mount(bundle, at: WorkerContract.bundleFolder, MAYFLY_MOUNT_READ_ONLY.rawValue) },
            "mount private folder": {
                mount(privateFolder, at: WorkerContract.privateFolder, MAYFLY_MOUNT_NO_EXEC.rawValue)
            },
            "mount received files": {
                let rules = MAYFLY_MOUNT_READ_ONLY.rawValue | MAYFLY_MOUNT_NO_EXEC.rawValue
                return mount(received, at: WorkerContract.receivedFolder, rules)
            },
            "unmount the old root": { mayfly_unmount(old) },
        ])
    }

    /// The same with mounts that the host has made.
    static func mountExtension(_ mounts: [Int32]) -> (call: String, result: Int32)? {
        let folders = [WorkerContract.bundleFolder, WorkerContract.privateFolder, WorkerContract.receivedFolder]
        for (mount, folder) in zip(mounts, folders) {
            if let failure = firstFailure(["move_mount": { mayfly_mount_at(mount, folder) }]) { return failure }
        }
        return firstFailure(["unmount the old root": { mayfly_unmount(old) }])
    }

    /// Opens the library again in the bundle that is mounted read-only, in place of the host's descriptor. Through that
    /// one, whose mount can be written, code of the library could change the file's mode or open it for writing.
    ///
    /// It must be the file that the host has checked.
    static func reopenLibrary(_ name: String) -> (call: String, result: Int32)? {
        let result = reopen(name)
        guard result < 0 else { return nil }
        guard result == -ESTALE else { return ("open the library", result) }
        return ("the library was replaced while it was being opened; open it again", result)
    }

    private static func reopen(_ name: String) -> Int32 {
        let checked = WorkerContract.Descriptor.library.rawValue
        // Without waiting: another file that has taken the place may be a FIFO.
        let opened = open(WorkerContract.bundleFolder + "/" + name, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard opened >= 0 else { return -errno }
        defer { close(opened) }
        var (expected, found) = (stat(), stat())
        guard fstat(checked, &expected) == 0, fstat(opened, &found) == 0 else { return -errno }
        guard (found.st_dev, found.st_ino) == (expected.st_dev, expected.st_ino) else { return -ESTALE }
        return dup2(opened, checked) < 0 ? -errno : 0
    }

    /// Mounts a folder of the host. Its path is resolved in the old root: parts of the path may be absolute links.
    /// It is never made a `String`, which would leave a copy in memory.
    private static func mount(_ path: UnsafePointer<CChar>, at target: String, _ rules: UInt32) -> Int32 {
        let folder = mayfly_open_within(old, path)
        guard folder >= 0 else { return folder }
        defer { close(folder) }
        return mayfly_mount_bind("/proc/self/fd/\(folder)", target, rules)
    }

    private static func mountSystem() -> Int32 {
        for path in SystemFiles.folders {
            var target = [CChar](repeating: 0, count: 256)
            let length = readlink(path, &target, target.count - 1)
            var result: Int32 = 0
            if length > 0 {
                // A link from one of them to another, as on systems whose /lib is /usr/lib.
                result = makeFolder(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex))
                if result == 0, symlink(target, String(path.dropFirst())) != 0 { result = -errno }
            } else if access(path, F_OK) == 0 {
                result = bind(path, MAYFLY_MOUNT_READ_ONLY.rawValue | MAYFLY_MOUNT_TREE.rawValue)
            }
            guard result == 0 else { return result }
        }
        return makeFolders(["etc"]) < 0 ? -errno : bindFile(SystemFiles.loaderCache)
    }

    /// Mounts an empty folder over each.
    private static func hideExtensions() -> Int32 {
        for path in SystemFiles.hidden where access(path, F_OK) == 0 {
            let target = String(path.dropFirst())
            let results = [mayfly_mount_memory(target, 4096), mayfly_mount_read_only(target)]
            if let failure = results.first(where: { $0 < 0 }) { return failure }
        }
        return 0
    }

    private static func mount(_ folders: [String]) -> Int32 {
        for folder in folders {
            let result = bind(folder, MAYFLY_MOUNT_READ_ONLY.rawValue)
            guard result == 0 else { return result }
        }
        return 0
    }

    /// Mounts a folder at the same path below the working folder, which is the new root.
    private static func bind(_ path: String, _ rules: UInt32) -> Int32 {
        let result = makeFolder(path[...])
        return result == 0 ? mayfly_mount_bind(path, String(path.dropFirst()), rules) : result
    }

    /// Makes the folder at that path below the working folder, with the folders above it.
    private static func makeFolder(_ path: Substring) -> Int32 {
        var made = ""
        for part in path.split(separator: "/") {
            made += (made.isEmpty ? "" : "/") + part
            guard mkdir(made, 0o755) == 0 || errno == EEXIST else { return -errno }
        }
        return 0
    }

    private static func bindFile(_ path: String) -> Int32 {
        let target = String(path.dropFirst())
        let descriptor = open(target, O_CREAT | O_WRONLY | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { return -errno }
        close(descriptor)
        guard access(path, F_OK) == 0 else { return 0 }
        return mayfly_mount_bind(path, target, MAYFLY_MOUNT_READ_ONLY.rawValue)
    }

    private static func makeFolders(_ names: [String]) -> Int32 {
        for name in names where mkdir(name, 0o755) != 0 && errno != EEXIST { return -errno }
        return 0
    }
}
