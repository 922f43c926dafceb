internal import CMayflyLinux
internal import Glibc
internal import MayflyABI
internal import MayflyModel

/// The root folder that workers see. It is made once; each worker adds its bundle and its private folder.
enum SandboxRoot {
    /// The old root, which each worker gives up before it opens anything.
    static let old = "/host"
    /// Where the new root is mounted until it is entered, in the zygote's own mount namespace. A folder made for it would
    /// stay behind when the zygote is killed; this one is everywhere, and nothing that is mounted into the root lies in it.
    private static let place = "/dev"

    /// The system's libraries, and the rules of time zones. Programs, headers, manuals and whatever else there is stay outside.
    private static let system = [
        "/lib", "/lib32", "/lib64", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/libx32", "/usr/local/lib",
        "/usr/local/lib64",
        "/usr/share/zoneinfo",
    ]
    /// What lies among them and is no library: the extensions of all persons, of which each sees its own alone.
    private static let hidden = ["/usr/lib/mayfly/extensions", "/usr/local/lib/mayfly/extensions"]

    /// Makes the root and enters it. Everything of it is read-only, and it holds no file of the person's.
    static func enter(_ libraries: [String]) -> (call: String, result: Int32)? {
        return firstFailure([
            "mount private": mayfly_mount_private,
            "mount tmpfs": { mayfly_mount_memory(place, 256 * 1024) },
            "chdir": { chdir(place) < 0 ? -errno : 0 },
            "mount system": { mountSystem() },
            "hide extensions": { hideExtensions() },
            "mount runtimes": { mount(libraries) },
            "mount /proc": { bind("/proc", MAYFLY_MOUNT_TREE.rawValue) },
            "make folders": {
                makeFolders(
                    [WorkerContract.bundleFolder, WorkerContract.privateFolder, old].map { String($0.dropFirst()) }
                )
            },
            "pivot_root": { mayfly_change_root(String(old.dropFirst())) },
        ])
    }

    /// In a worker's own mount namespace: shows it its own processes.
    static func showProcesses() -> Int32 { mayfly_mount_processes("/proc") }

    /// In a worker's own mount namespace: shows it its two folders, and takes the rest away.
    static func mountExtension(_ request: StartRequest) -> (call: String, result: Int32)? {
        firstFailure([
            "mount bundle": {
                let rules = MAYFLY_MOUNT_READ_ONLY.rawValue
                return mayfly_mount_bind(old + request.bundleFolder, WorkerContract.bundleFolder, rules)
            },
            "mount private folder": {
                let rules = MAYFLY_MOUNT_NO_EXEC.rawValue
                return mayfly_mount_bind(old + request.privateFolder, WorkerContract.privateFolder, rules)
            },
            "unmount the old root": { mayfly_unmount(old) },
        ])
    }

    private static func mountSystem() -> Int32 {
        for path in system {
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
        return makeFolders(["etc"]) < 0 ? -errno : bindFile("/etc/ld.so.cache")
    }

    /// Lays an empty folder over each.
    private static func hideExtensions() -> Int32 {
        for path in hidden where access(path, F_OK) == 0 {
            let place = String(path.dropFirst())
            let results = [mayfly_mount_memory(place, 4096), mayfly_mount_read_only(place)]
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

    /// Where the libraries lie that are mapped now, as far as the system's folders do not hold them: the Swift runtime.
    static func runtimeFolders() -> [String] {
        guard let file = fopen("/proc/self/maps", "r") else { return [] }
        defer { fclose(file) }
        var folders: Set<String> = []
        var line = [CChar](repeating: 0, count: 8192)
        while fgets(&line, Int32(line.count), file) != nil {
            let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            guard let start = text.firstIndex(of: "/"), let slash = text.lastIndex(of: "/"), text.contains(".so")
            else { continue }
            let folder = String(text[start..<slash])
            if !system.contains(where: { folder == $0 || folder.hasPrefix($0 + "/") }) {
                folders.insert(folder)
            }
        }
        return folders.sorted()
    }

    /// Shows a folder at the same path below the working folder, which is the new root.
    private static func bind(_ path: String, _ rules: UInt32) -> Int32 {
        let result = makeFolder(path[...])
        return result == 0 ? mayfly_mount_bind(path, String(path.dropFirst()), rules) : result
    }

    /// Makes the folder of that path, and those above it, below the working folder.
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
