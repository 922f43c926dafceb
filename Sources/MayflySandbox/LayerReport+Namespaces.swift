internal import CMayflyLinux
internal import Glibc
internal import MayflyABI
internal import MayflyModel

extension LayerReport {
    /// Moves this process into the namespaces of the wanted layers, except the PID namespace, which only children
    /// enter.
    ///
    /// The mount namespace shows the same files as before, until a new root is made.
    mutating func enterNamespaces() {
        let (user, group) = (getuid(), getgid())
        // A superuser that may not map ids, as in some containers, has a namespace like that of an ordinary user.
        if user == 0, group == 0, isOn(.user), Self.canMapWorkers {
            apply(.user) {
                firstFailure(["user namespace": { mayfly_enter_user_namespace(WorkerContract.workerUser) }])
            }
            mapsWorkers = isOn(.user)
        } else {
            enterUserNamespace(user, group)
        }
        enter(.network, MAYFLY_NS_NETWORK)
        enter(.ipc, MAYFLY_NS_IPC)
        enter(.uts, MAYFLY_NS_UTS)
        enter(.root, MAYFLY_NS_MOUNT)
    }

    private mutating func enterUserNamespace(_ user: uid_t, _ group: gid_t) {
        apply(.user) {
            firstFailure([
                "unshare(user)": { mayfly_enter_namespaces(MAYFLY_NS_USER.rawValue) },
                "setgroups": { Self.write("deny", to: "/proc/self/setgroups") },
                "uid_map": { Self.write("\(user) \(user) 1", to: "/proc/self/uid_map") },
                "gid_map": { Self.write("\(group) \(group) 1", to: "/proc/self/gid_map") },
            ])
        }
    }

    /// Whether this process may map the user of workers into a new namespace: its own must have that user.
    private static var canMapWorkers: Bool {
        ["/proc/self/uid_map", "/proc/self/gid_map"].allSatisfy { path in
            guard let file = fopen(path, "r") else { return false }
            defer { fclose(file) }
            var line = [CChar](repeating: 0, count: 256)
            guard fgets(&line, Int32(line.count), file) != nil else { return false }
            let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            let numbers = text.split { $0 == " " || $0 == "\n" }.compactMap { UInt32($0) }
            return numbers.count == 3 && numbers[0] == 0 && numbers[2] > WorkerContract.workerUser
        }
    }

    private mutating func enter(_ layer: SandboxLayer, _ namespace: mayfly_namespace) {
        apply(layer) { firstFailure(["unshare": { mayfly_enter_namespaces(namespace.rawValue) }]) }
    }

    private static func write(_ text: String, to path: String) -> Int32 {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return -errno }
        defer { close(descriptor) }
        return Glibc.write(descriptor, text, text.utf8.count) < 0 ? -errno : 0
    }
}
