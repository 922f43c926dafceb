/// One layer of the sandbox around a worker. Each works without the others; a machine may not provide all of them.
///
/// The raw values are stable: receipts and `mayfly doctor --json` contain them.
public enum SandboxLayer: String, Sendable, Hashable, Codable, CaseIterable {
    /// A user namespace (user_namespaces(7)), in which a user without privileges can create the other namespaces.
    case user
    /// A mount namespace whose root file system has only the system's libraries, the bundle and the private folder.
    case root
    /// A network namespace without interfaces to the outside.
    case network
    /// An IPC namespace: System V IPC objects and POSIX message queues of other processes are not reachable.
    case ipc
    /// A UTS namespace with a host name of its own.
    case uts
    /// A PID namespace with its own `/proc`: other processes are not visible, and all processes in it end with the worker.
    case processes
    /// All file descriptors but the worker's own are closed.
    case descriptors
    /// Resource limits (setrlimit(2)) on address space, file size, descriptors, queued signals, locked memory and core dumps.
    case limits
    /// The `no_new_privs` bit (prctl(2)): execve(2) grants no privileges.
    case noNewPrivileges = "no-new-privileges"
    /// All capability sets are empty (capabilities(7)), in the worker's own user namespace too.
    case capabilities
    /// A Landlock rule set (landlock(7)) for files, TCP and abstract Unix sockets.
    case landlock
    /// A seccomp filter (seccomp(2)) with a list of allowed system calls.
    case seccomp
    /// Control group limits on memory and on the number of threads. The host needs the right to create control groups, which an
    /// ordinary user seldom has.
    case cgroup
    /// The environment has fixed variables only, none of the host's.
    case environment
}

extension SandboxLayer {
    /// Whether `SandboxRequirement.complete` includes the layer. Control groups are optional: the host and the resource limits
    /// bound memory and threads too.
    public var isEssential: Bool { self != .cgroup }
}

extension SandboxLayer {
    /// The reason of a layer that is off because it was not requested.
    public static let switchedOff = "switched off"
}

extension SandboxLayer {
    /// What the layer does, in a few words of English for `mayfly doctor`.
    public var summary: String {
        switch self {
        case .user: "user namespace: no privileges outside of the sandbox"
        case .root: "mount namespace: libraries, bundle and received files read-only, private folder without execution"
        case .network: "network namespace: no interfaces to the outside"
        case .ipc: "IPC namespace: no System V IPC or POSIX message queues of other processes"
        case .uts: "UTS namespace: the machine's host name is hidden"
        case .processes: "PID namespace with its own /proc: other processes are hidden, none outlives the worker"
        case .descriptors: "inherited file descriptors are closed"
        case .limits: "rlimits on memory, file size, open files, queued signals, priority and core dumps"
        case .noNewPrivileges: "no_new_privs: execve grants no privileges"
        case .capabilities: "all capabilities dropped"
        case .landlock: "Landlock rules: own folders only, no TCP, no abstract Unix sockets of other processes"
        case .seccomp: "seccomp filter: allowed system calls only, others fail with EPERM; no new code in memory"
        case .cgroup: "control group limits on memory and threads"
        case .environment: "fixed environment variables, none of the host's"
        }
    }
}
