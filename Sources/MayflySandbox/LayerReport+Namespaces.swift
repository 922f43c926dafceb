internal import CMayflyLinux
internal import Glibc
internal import MayflyModel

extension LayerReport {
    /// Moves this process into the namespaces of the wanted layers, except the PID namespace, which only children
    /// enter.
    ///
    /// The mount namespace shows the same files as before, until a new root is made.
    mutating func enterNamespaces() {
        let (user, group) = (getuid(), getgid())
        apply(.user) {
            firstFailure([
                "unshare(user)": { mayfly_enter_namespaces(MAYFLY_NS_USER.rawValue) },
                "setgroups": { Self.write("deny", to: "/proc/self/setgroups") },
                "uid_map": { Self.write("\(user) \(user) 1", to: "/proc/self/uid_map") },
                "gid_map": { Self.write("\(group) \(group) 1", to: "/proc/self/gid_map") },
            ])
        }
        enter(.network, MAYFLY_NS_NETWORK)
        enter(.ipc, MAYFLY_NS_IPC)
        enter(.uts, MAYFLY_NS_UTS)
        enter(.root, MAYFLY_NS_MOUNT)
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
