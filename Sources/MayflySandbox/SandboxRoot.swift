internal import CMayflyLinux
internal import Glibc
internal import MayflyModel

/// The root folder that workers see. It is made once; each worker adds its bundle and its private folder.
enum SandboxRoot {
    static let bundle = "/bundle"
    static let privateFolder = "/private"
    /// The old root, which each worker gives up before it opens anything.
    static let old = "/host"
    /// Where the new root is mounted until it is entered, in the zygote's own mount namespace. A folder made for it would
    /// stay behind when the zygote is killed; this one is everywhere, and nothing that is mounted into the root lies in it.
    private static let place = "/dev"

    /// Makes the root and enters it. Everything of it is read-only, and it holds no file of the person's.
    static func enter(_ libraries: [String]) -> (call: String, result: Int32)? {
        return firstFailure([
            "mount private": mayfly_mount_private,
            "mount tmpfs": { mayfly_mount_memory(place, 256 * 1024) },
            "chdir": { chdir(place) < 0 ? -errno : 0 },
            "mount system": { mountSystem() },
            "mount runtimes": { mount(libraries) },
            "mount /proc": { bind("/proc", MAYFLY_MOUNT_TREE.rawValue) },
            "make folders": { makeFolders(["bundle", "private", "host"]) },
            "pivot_root": { mayfly_change_root("host") },
        ])
    }

    /// In a worker's own mount namespace: shows it its own processes.
    static func showProcesses() -> (call: String, result: Int32)? {
        firstFailure(["mount proc": { mayfly_mount_processes("/proc") }])
    }

    /// In a worker's own mount namespace: shows it its two folders, and takes the rest away.
    static func furnish(bundle: String, privateFolder: String) -> (call: String, result: Int32)? {
        firstFailure([
            "mount bundle": { mayfly_mount_bind(old + bundle, Self.bundle, MAYFLY_MOUNT_READ_ONLY.rawValue) },
            "mount private folder": {
                mayfly_mount_bind(old + privateFolder, Self.privateFolder, MAYFLY_MOUNT_NO_EXEC.rawValue)
            },
            "unmount the old root": { mayfly_unmount(old) },
        ])
    }

    private static func mountSystem() -> Int32 {
        for name in ["usr", "lib", "lib64", "bin"] {
            var target = [CChar](repeating: 0, count: 256)
            let length = readlink("/" + name, &target, target.count - 1)
            if length > 0 {
                guard symlink(target, name) == 0 else { return -errno }
            } else if access("/" + name, F_OK) == 0 {
                let result = bind("/" + name, MAYFLY_MOUNT_READ_ONLY.rawValue | MAYFLY_MOUNT_TREE.rawValue)
                guard result == 0 else { return result }
            }
        }
        return makeFolders(["etc"]) < 0 ? -errno : bindFile("/etc/ld.so.cache")
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
            if !["/usr", "/lib", "/lib64"].contains(where: { folder == $0 || folder.hasPrefix($0 + "/") }) {
                folders.insert(folder)
            }
        }
        return folders.sorted()
    }

    /// Shows a folder at the same path below the working folder, which is the new root.
    private static func bind(_ path: String, _ rules: UInt32) -> Int32 {
        let target = String(path.dropFirst())
        var made = ""
        for part in target.split(separator: "/") {
            made += (made.isEmpty ? "" : "/") + part
            guard mkdir(made, 0o755) == 0 || errno == EEXIST else { return -errno }
        }
        return mayfly_mount_bind(path, target, rules)
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
