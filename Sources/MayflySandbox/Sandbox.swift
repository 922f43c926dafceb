internal import CMayflyLinux
internal import Glibc
package import MayflyABI
package import MayflyModel

/// The sandbox of all workers of one zygote: what is made once, and what each worker adds.
///
/// The order of the steps is not free: namespaces before mounts, mounts before privileges go, and the filter last of all,
/// because it refuses the very calls that the other layers are made with.
package struct Sandbox {
    /// Which layers hold.
    package private(set) var report: LayerReport
    /// What Landlock allows this worker. A set of its own for each: what is added to one that was inherited would be allowed
    /// to all others that inherited it.
    private var rules: Int32 = -1
    private var filter: SystemCallFilter?

    /// Where the libraries lie that extensions may need beside the system's.
    private let libraries: [String]

    /// The libraries that are mapped now can be opened in the sandbox, with all that lies in their folders.
    package init(wanted: Set<SandboxLayer>) {
        report = LayerReport(wanted: wanted)
        libraries = SandboxRoot.runtimeFolders()
    }

    // MARK: Once, in the zygote

    /// Enters what all workers share, and prepares what they enter themselves.
    package mutating func prepare() {
        report.enterNamespaces()
        let name = "mayfly"
        if report.isOn(.uts) { _ = sethostname(name, name.utf8.count) }
        report.raise(.root) { [libraries] in SandboxRoot.enter(libraries) }
        report.raise(.processes) { [namespaces] in Self.tryProcesses(namespaces) }
        report.raise(.landlock) {
            let version = mayfly_landlock_version()
            return version < 0 ? ("landlock_create_ruleset", version) : nil
        }
        report.raise(.seccomp) {
            filter = .extensions
            return filter == nil ? ("seccomp_export_bpf", -EINVAL) : nil
        }
    }

    // MARK: In each worker

    /// The namespaces that a worker is forked into. Its own processes are shown to it in a mount namespace of its own.
    package var namespaces: UInt32 {
        let mounts = MAYFLY_NS_MOUNT.rawValue
        return (report.isOn(.processes) ? MAYFLY_NS_PID.rawValue | mounts : 0) | (report.isOn(.root) ? mounts : 0)
    }

    /// Enters what is a worker's own and the same for every extension. Nil when all of it holds.
    package mutating func prepareWorker() -> (call: String, result: Int32)? {
        // Without a PID namespace of its own a worker goes on seeing the processes of the machine, which is said of that layer.
        if report.isOn(.processes), let failure = showProcesses() { return failure }
        if report.isOn(.limits), let failure = Self.limit() { return failure }
        // Landlock and the filter are not to be had without it.
        let layers: [SandboxLayer] = [.noNewPrivileges, .landlock, .seccomp]
        if layers.contains(where: report.isOn), let failure = firstFailure(["no_new_privs": mayfly_no_new_privileges]) {
            return failure
        }
        return report.isOn(.landlock) ? prepareLandlock() : nil
    }

    /// Enters what an extension's folders belong to, and gives up what that took; all but the filter. Nil when all of it holds.
    package func enter(_ request: StartRequest) -> (call: String, result: Int32)? {
        if report.isOn(.root), let failure = SandboxRoot.mountExtension(request) {
            return failure
        }
        if report.isOn(.landlock), let failure = enterLandlock(request) { return failure }
        guard report.isOn(.capabilities) else { return nil }
        return firstFailure(["capset": mayfly_drop_capabilities])
    }

    /// The last step, after which only what the filter allows can be done.
    package func close() -> Int32 { report.isOn(.seccomp) ? filter?.install() ?? 0 : 0 }

    private func showProcesses() -> (call: String, result: Int32)? {
        firstFailure([
            // The new root is private already.
            "mount private": { report.isOn(.root) ? 0 : mayfly_mount_private() },
            "mount proc": SandboxRoot.showProcesses,
        ])
    }

    /// Has a child try what each worker does, for there are machines that allow a namespace and not what makes it useful: in a
    /// container something may lie over `/proc`, and then nobody may mount another.
    private static func tryProcesses(_ namespaces: UInt32) -> (call: String, result: Int32)? {
        let result = mayfly_try_apart(namespaces) {
            let result = mayfly_mount_private()
            return result < 0 ? result : SandboxRoot.showProcesses()
        }
        guard result < 0 else { return nil }
        let bare = mayfly_try_apart(namespaces) { 0 }
        return bare < 0 ? ("clone", bare) : ("mount proc", result)
    }

    private mutating func prepareLandlock() -> (call: String, result: Int32)? {
        let made = mayfly_landlock_rules()
        guard made >= 0 else { return ("landlock_create_ruleset", made) }
        // Out of the way of the numbers by which a worker knows its descriptors.
        rules = fcntl(made, F_DUPFD_CLOEXEC, WorkerContract.firstFree)
        Glibc.close(made)
        for path in ["/usr", "/lib", "/lib64", "/etc/ld.so.cache", "/opt", "/proc"] where access(path, F_OK) == 0 {
            let result = mayfly_landlock_allow(rules, path, 0)
            guard result == 0 else { return ("landlock \(path)", result) }
        }
        return nil
    }

    private func enterLandlock(_ request: StartRequest) -> (call: String, result: Int32)? {
        let isMoved = report.isOn(.root)
        defer { Glibc.close(rules) }
        return firstFailure([
            "landlock bundle": {
                mayfly_landlock_allow(rules, isMoved ? WorkerContract.bundleFolder : request.bundleFolder, 0)
            },
            "landlock private folder": {
                mayfly_landlock_allow(rules, isMoved ? WorkerContract.privateFolder : request.privateFolder, 1)
            },
            "landlock_restrict_self": { mayfly_landlock_enforce(rules) },
        ])
    }

    static func limit() -> (call: String, result: Int32)? {
        let limits: [(__rlimit_resource, rlim_t)] = [
            (RLIMIT_CORE, 0), (RLIMIT_NOFILE, 256), (RLIMIT_FSIZE, rlim_t(WorkerContract.largestFile)),
            (RLIMIT_AS, 4 << 30),
            // Timers and signals that wait are counted for all programs of a person.
            (__RLIMIT_SIGPENDING, 256), (__RLIMIT_MSGQUEUE, 0), (__RLIMIT_MEMLOCK, 64 << 10),
        ]
        for (resource, most) in limits {
            var limit = rlimit()
            // What is lower already stays so: nobody may raise it again.
            guard getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 else { return ("getrlimit", -errno) }
            limit.rlim_max = min(limit.rlim_max, most)
            limit.rlim_cur = limit.rlim_max
            guard setrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 else { return ("setrlimit", -errno) }
        }
        return nil
    }
}
