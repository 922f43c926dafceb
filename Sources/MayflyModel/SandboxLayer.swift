/// One of the walls around a worker. Each holds by itself; a machine may lack any of them.
///
/// The raw values are stable: receipts and `mayfly doctor` show them.
public enum SandboxLayer: String, Sendable, Hashable, Codable, CaseIterable {
    /// A user namespace, in which the others can be made without being root.
    case user
    /// A root folder with the system's libraries, the bundle and the private folder, and nothing else.
    case root
    /// No network but a loopback of its own.
    case network
    /// No shared memory and message queues of others.
    case ipc
    /// A host name of its own.
    case uts
    /// Processes of others cannot be seen, and none outlives the worker.
    case processes
    /// No descriptors but its own.
    case descriptors
    /// Limits on memory, file sizes, descriptors and core dumps.
    case limits
    /// No program that is executed gives any rights.
    case noNewPrivileges = "no-new-privileges"
    /// No capabilities, in any namespace.
    case capabilities
    /// Rules for files, TCP and abstract sockets, as Landlock has them.
    case landlock
    /// An allow-list of system calls.
    case seccomp
    /// Bounds for memory and threads that the kernel keeps by itself. Only where the host may make control groups, which
    /// takes rights that an ordinary user seldom has.
    case cgroup
    /// Nothing of the host's environment variables.
    case environment
}

extension SandboxLayer {
    /// Whether a sandbox that is required must have it. Control groups only bound what the host and the process limits bound
    /// too.
    public var isEssential: Bool { self != .cgroup }
}

extension SandboxLayer {
    /// Why a layer does not hold that nobody wanted.
    public static let switchedOff = "switched off"
}

extension SandboxLayer {
    /// What it keeps an extension from, for people.
    public var summary: String {
        switch self {
        case .user: "no rights of another user"
        case .root: "no files but the system's libraries, its bundle and its private folder"
        case .network: "no network"
        case .ipc: "no shared memory of others"
        case .uts: "no host name of others"
        case .processes: "no sight of other processes, and none left behind"
        case .descriptors: "no open files of others"
        case .limits: "so much memory, so many files and no more"
        case .noNewPrivileges: "no rights by executing a program"
        case .capabilities: "no capabilities"
        case .landlock: "no files and no TCP beyond the rules"
        case .seccomp: "no system calls but those on the list"
        case .cgroup: "no more memory and threads than the kernel counts"
        case .environment: "no environment variables of the person's"
        }
    }
}
