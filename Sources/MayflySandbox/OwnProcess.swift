internal import CMayflyLinux
internal import Glibc

/// The `/proc` of a worker: the few files about its own process that runtimes and crash reports need.
///
/// The kernel's own folder of a process also names what is outside: `mountinfo` has the paths of the extension's folders, with the
/// account of the person in them, `cgroup` the groups above the host, `exe` and `ns` files that all workers have in common. It has
/// them once more for each thread. So the worker does not see that folder at all.
enum OwnProcess {
    /// The folder in the root of workers that is mounted over `/proc`.
    private static let folder = "own"
    /// Where the kernel's `/proc` is mounted until the files are taken from it.
    private static let kernels = "processes"
    /// The kernel's files that are shown.
    private static let files = ["auxv", "maps", "stat", "statm", "status"]
    /// The kernel's folders that are shown. Runtimes open a descriptor once more through `fd`.
    private static let folders = ["fd"]
    /// What `cmdline` has. The Swift runtime reads it, and ends the process where there is none.
    private static let commandLine = "mayfly-worker\0"
    /// The same files and folders by their paths, which the kernel's own `/proc` has too.
    static let paths = (files + folders + ["cmdline"]).map { "/proc/self/" + $0 }
    /// Where `exe` leads: to no file.
    private static let program = "/mayfly-worker"

    /// Makes the folder below the working folder, which becomes the root of workers.
    static func makeFolder() -> Int32 {
        let own = folder + "/self"
        for path: String in [kernels, folder, own] + folders.map({ "\(own)/\($0)" }) where mkdir(path, 0o755) != 0 {
            return -errno
        }
        // The names by which a process may look for itself. In its namespace a worker has the number 2.
        for name: String in ["2", "thread-self"] where symlink("self", "\(folder)/\(name)") != 0 { return -errno }
        guard symlink(program, own + "/exe") == 0 else { return -errno }
        for name in files {
            let result = makeFile("\(own)/\(name)")
            guard result == 0 else { return result }
        }
        return makeFile(own + "/cmdline", commandLine)
    }

    private static func makeFile(_ path: String, _ text: String = "") -> Int32 {
        let file = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o444)
        guard file >= 0 else { return -errno }
        defer { close(file) }
        return write(file, text, text.utf8.count) == text.utf8.count ? 0 : -errno
    }

    /// Mounts the kernel's `/proc` of the worker's PID namespace where `show` takes the files from.
    static func mountKernels() -> Int32 { mayfly_mount_processes("/" + kernels) }

    /// Mounts the folder over `/proc` with the files of the calling process, in its own mount namespace, and hides the kernel's.
    static func show() -> Int32 {
        let unchanged = MAYFLY_MOUNT_UNCHANGED.rawValue
        var result = mayfly_mount_bind("/" + folder, "/proc", unchanged)
        for name in files + folders where result == 0 {
            result = mayfly_mount_bind("/\(kernels)/self/\(name)", "/proc/self/" + name, unchanged)
        }
        // To unmount it would wait for all processors.
        return result == 0 ? mayfly_mount_bind("/" + folder, "/" + kernels, unchanged) : result
    }
}
