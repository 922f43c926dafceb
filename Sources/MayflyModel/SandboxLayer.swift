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
    /// No capabilities, and no program that gives any.
    case privileges
    /// Rules for files, TCP and abstract sockets, as Landlock has them.
    case landlock
    /// An allow-list of system calls.
    case seccomp
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
        case .privileges: "no capabilities"
        case .landlock: "no files and no TCP beyond the rules"
        case .seccomp: "no system calls but those on the list"
        }
    }
}
