internal import CMayflyLinux
internal import Glibc
package import MayflyABI
package import MayflyModel

/// The sandbox of all workers of one zygote: the part that is made once, and the part that each worker adds.
///
/// The order of the steps matters: namespaces come before mounts, mounts before privileges are dropped, and the filter
/// comes last, because it refuses the calls that the other steps make.
package struct Sandbox {
    /// Which layers hold.
    package private(set) var report: LayerReport
    /// The Landlock rules of this worker. Each worker makes its own set: a rule that is added to an inherited set would
    /// allow the same to all workers that inherited it.
    private var rules: Int32 = -1
    private var filter: SystemCallFilter?

    /// The folders of the libraries that extensions may need in addition to the system's.
    private let libraries: [String]

    /// In the sandbox, the folders of the libraries that are mapped now can be read.
    package init(wanted: Set<SandboxLayer>) {
        report = LayerReport(wanted: wanted)
        libraries = SystemFiles.runtimeFolders()
    }

    // MARK: Once, in the zygote

    /// Enters the layers that all workers share, and prepares those that each worker enters.
    package mutating func prepare() {
        report.raiseMemoryScore()
        report.enterNamespaces()
        let name = "mayfly"
        if report.isOn(.uts) { _ = sethostname(name, name.utf8.count) }
        report.apply(.root) { [libraries] in SandboxRoot.enter(libraries) }
        let hasRoot = report.isOn(.root)
        report.apply(.processes) { [namespaces] in Self.tryProcesses(namespaces, hasRoot: hasRoot) }
        // Landlock and the filter require it, from a worker without capabilities. Workers inherit it.
        let isNeeded = [.noNewPrivileges, .landlock, .seccomp].contains(where: report.isOn)
        let failure = isNeeded ? firstFailure(["no_new_privs": mayfly_no_new_privileges]) : nil
        for layer in [SandboxLayer.noNewPrivileges, .landlock, .seccomp] { report.apply(layer) { failure } }
        report.apply(.landlock) { Self.tryLandlock() }
        report.apply(.seccomp) {
            if let failure = firstFailure(["seccomp": mayfly_filter_available]) { return failure }
            filter = .extensions(hasRoot: hasRoot)
            return filter == nil ? ("seccomp_export_bpf", -EINVAL) : nil
        }
    }

    // MARK: In each worker

    /// The namespaces that a worker is forked into. To see its own processes only, it mounts its own `/proc`, which
    /// needs a mount namespace.
    package var namespaces: UInt32 {
        let mounts = MAYFLY_NS_MOUNT.rawValue
        return (report.isOn(.processes) ? MAYFLY_NS_PID.rawValue | mounts : 0) | (report.isOn(.root) ? mounts : 0)
    }

    /// Enters the layers of one worker that do not depend on the extension. Returns the call that failed; nil if all
    /// succeeded.
    package mutating func prepareWorker() -> (call: String, result: Int32)? {
        if let failure = firstFailure(["open the input": Self.reopenInput]) { return failure }
        // Without a PID namespace a worker still sees the processes of the machine; the report says so for that layer.
        if report.isOn(.processes), let failure = showProcesses() { return failure }
        if report.wanted.contains(.limits), let failure = Self.limit() ?? Self.lowerPriority() { return failure }
        return report.isOn(.landlock) ? prepareLandlock() : nil
    }

    /// Leaves of `/proc` only what the worker needs of its own process. Must come after the worker was forked in its PID
    /// namespace. Returns the call that failed; nil if all succeeded.
    package func showOwnProcess() -> (call: String, result: Int32)? {
        hidesProcesses ? firstFailure(["mount own process": OwnProcess.show]) : nil
    }

    private var hidesProcesses: Bool { report.isOn(.processes) && report.isOn(.root) }

    /// Enters the layers that depend on the extension's folders, and drops the capabilities that this needed. Only the
    /// filter is left. Returns the call that failed; nil if all succeeded.
    ///
    /// - Parameter mounts: the mounts of the bundle, the private folder and the received files in which they belong to
    ///   the user of workers; empty if the host cannot make them. They are closed.
    package func enter(_ request: borrowing StartPacket, mounts: [Int32]) -> (call: String, result: Int32)? {
        let isMapped = report.isOn(.root) && report.mapsWorkers && !mounts.isEmpty
        if report.isOn(.root) {
            let failure = isMapped ? SandboxRoot.mountExtension(mounts) : SandboxRoot.mountExtension(request)
            if let failure { return failure }
        }
        for mount in mounts { Glibc.close(mount) }
        if report.isOn(.landlock), let failure = enterLandlock(request) { return failure }
        if report.wanted.contains(.limits), let failure = limitDescriptors() ?? limitProcesses() { return failure }
        if isMapped, let failure = Self.becomeWorker() { return failure }
        if report.isOn(.root), let failure = SandboxRoot.reopenLibrary(request.library) { return failure }
        guard report.isOn(.capabilities) else { return nil }
        return firstFailure(["capset": mayfly_drop_capabilities])
    }

    /// Takes the user of workers. The kernel then no longer ends this process with its parent, unless it is asked again.
    private static func becomeWorker() -> (call: String, result: Int32)? {
        firstFailure([
            "setresuid": { mayfly_become(WorkerContract.workerUser) },
            "prctl(death signal)": mayfly_die_with_host,
        ])
    }

    /// The last step: installs the filter. Returns 0 or -errno.
    package func close() -> Int32 { report.isOn(.seccomp) ? filter?.install() ?? 0 : 0 }

    /// Opens standard input again. All workers of a zygote inherit one open file, whose position and flags each of them could
    /// change for all, also for later ones.
    private static func reopenInput() -> Int32 {
        let own = open("/proc/self/fd/\(WorkerContract.input)", O_RDONLY)
        guard own >= 0 else { return -errno }
        defer { Glibc.close(own) }
        return dup2(own, WorkerContract.input) < 0 ? -errno : 0
    }

    private func showProcesses() -> (call: String, result: Int32)? {
        guard !hidesProcesses else { return firstFailure(["mount proc": OwnProcess.mountKernels]) }
        return firstFailure(["mount private": mayfly_mount_private, "mount proc": SandboxRoot.showProcesses])
    }

    /// Tries the steps of a worker in a child, because some machines allow the namespace but not the mount in it: in a
    /// container, other mounts may cover parts of `/proc`, and then the kernel allows no new mount of it.
    private static func tryProcesses(_ namespaces: UInt32, hasRoot: Bool) -> (call: String, result: Int32)? {
        // The child takes no closure with a context.
        let result =
            hasRoot
            ? mayfly_try_apart(namespaces) {
                let result = OwnProcess.mountKernels()
                return result < 0 ? result : OwnProcess.show()
            }
            : mayfly_try_apart(namespaces) {
                let result = mayfly_mount_private()
                return result < 0 ? result : SandboxRoot.showProcesses()
            }
        guard result < 0 else { return nil }
        let bare = mayfly_try_apart(namespaces) { 0 }
        return bare < 0 ? ("clone", bare) : ("mount proc", result)
    }

    /// Enforces rules in a child: a kernel that makes a set of rules may still refuse to enforce it.
    private static func tryLandlock() -> (call: String, result: Int32)? {
        let rules = mayfly_landlock_rules()
        guard rules >= 0 else { return ("landlock_create_ruleset", rules) }
        Glibc.close(rules)
        let result = mayfly_try_apart(0) {
            let rules = mayfly_landlock_rules()
            return rules < 0 ? rules : mayfly_landlock_enforce(rules)
        }
        return result < 0 ? ("landlock_restrict_self", result) : nil
    }

    private mutating func prepareLandlock() -> (call: String, result: Int32)? {
        let made = mayfly_landlock_rules()
        guard made >= 0 else { return ("landlock_create_ruleset", made) }
        // Above the numbers that a worker's descriptors have.
        rules = fcntl(made, F_DUPFD_CLOEXEC, WorkerContract.firstFree)
        Glibc.close(made)
        for path in SystemFiles.readable(besides: libraries, hidesExtensions: !report.isOn(.root)) {
            let result = mayfly_landlock_allow(rules, path, 0)
            // A file may be replaced at this moment.
            guard result == 0 || result == -ENOENT else { return ("landlock \(path)", result) }
        }
        return nil
    }

    private func enterLandlock(_ request: borrowing StartPacket) -> (call: String, result: Int32)? {
        defer { Glibc.close(rules) }
        let (bundle, privateFolder) = (request.bundleFolder, request.privateFolder)
        let received = request.receivedFolder
        return firstFailure([
            "landlock bundle": { allow(bundle, movedTo: WorkerContract.bundleFolder) },
            "landlock private folder": {
                allow(privateFolder, movedTo: WorkerContract.privateFolder, isWritable: true)
            },
            "landlock /proc": allowOwnProcess,
            "landlock received files": { allow(received, movedTo: WorkerContract.receivedFolder) },
            "landlock_restrict_self": { mayfly_landlock_enforce(rules) },
        ])
    }

    /// Allows a folder of the extension, which has another path where the worker has a root of its own.
    private func allow(_ path: UnsafePointer<CChar>, movedTo place: String, isWritable: Bool = false) -> Int32 {
        report.isOn(.root)
            ? mayfly_landlock_allow(rules, place, isWritable ? 1 : 0)
            : mayfly_landlock_allow(rules, path, isWritable ? 1 : 0)
    }

    /// Where `/proc` has more than the files that the worker may see, single files of the kernel's folder of the worker: the other
    /// files of that folder have the mounts, the groups, and the sockets and addresses of the machine.
    private func allowOwnProcess() -> Int32 {
        for path in hidesProcesses ? ["/proc"] : OwnProcess.paths where access(path, F_OK) == 0 {
            let result = mayfly_landlock_allow(rules, path, 0)
            guard result == 0 else { return result }
        }
        return 0
    }

    /// Keeps the files of the worker's own process open that single rules of Landlock allow: a rule is for an object of the kernel,
    /// which could make another one after a shortage of memory. Must come after descriptors were closed.
    package func holdOwnProcess() {
        guard report.isOn(.landlock), !hidesProcesses else { return }
        for path in OwnProcess.paths { _ = mayfly_hold(path) }
    }

    /// The most processes and threads of all workers of a zygote together, before none of them can make another one.
    private static let mostProcesses: rlim_t = 4096

    /// Limits the processes and threads of a user in the user namespace: a worker that makes threads without end does
    /// not use up the limit of the person's programs before the host ends it. It comes last, because workers that are
    /// being prepared must still be forked then.
    ///
    /// Outside of a user namespace the kernel would count the person's programs too. It never limits the superuser.
    private func limitProcesses() -> (call: String, result: Int32)? {
        report.isOn(.user) ? Self.lower([(__RLIMIT_NPROC, Self.mostProcesses)]) : nil
    }

    /// The most descriptors of a worker. Each epoll instance can watch each file once: the watches, of which all programs of the user
    /// share a limited number, grow with the square of the descriptors. Half of them instances and half files are at most some 900, and
    /// each of the 62 threads that an extension may have can wait for one instance that has no number any more: some 3,600 more.
    private static let mostDescriptors: rlim_t = 64

    /// It comes when the worker sends no descriptor any more: the kernel refuses to send one while all programs of the user together
    /// have more on their way than the sender may have open (ETOOMANYREFS, unix, man 7).
    private func limitDescriptors() -> (call: String, result: Int32)? {
        Self.lower([(RLIMIT_NOFILE, Self.mostDescriptors)])
    }

    /// How much lower its priority is than that of the host: many busy threads of extensions hold up the host less. It is mild, because
    /// deadlines go on on a busy machine.
    private static let niceness: Int32 = 5

    /// The limits keep the worker from raising it again.
    private static func lowerPriority() -> (call: String, result: Int32)? {
        errno = 0
        return nice(niceness) == -1 && errno != 0 ? ("nice", -errno) : nil
    }

    static func limit() -> (call: String, result: Int32)? {
        lower([
            (RLIMIT_CORE, 0), (RLIMIT_FSIZE, rlim_t(WorkerContract.largestFile)), (RLIMIT_AS, 4 << 30),
            // Pending signals and timers are counted for all processes of a user.
            (__RLIMIT_SIGPENDING, 256), (__RLIMIT_MSGQUEUE, 0), (__RLIMIT_MEMLOCK, 64 << 10),
            // No higher priority, even if the user may have one.
            (__RLIMIT_RTPRIO, 0), (__RLIMIT_NICE, 0),
        ])
    }

    private static func lower(_ limits: [(__rlimit_resource, rlim_t)]) -> (call: String, result: Int32)? {
        for (resource, most) in limits {
            var limit = rlimit()
            // A limit that is lower already stays: a process may not raise it.
            guard getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 else { return ("getrlimit", -errno) }
            limit.rlim_max = min(limit.rlim_max, most)
            limit.rlim_cur = limit.rlim_max
            guard setrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 else { return ("setrlimit", -errno) }
        }
        return nil
    }
}
