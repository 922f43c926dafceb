internal import Dispatch
internal import Glibc
internal import MayflyLinux
internal import MayflyModel
internal import Synchronization

/// Makes control groups for workers, if this process may (cgroups, man 7).
///
/// It supports version 1, with the hierarchies for memory and for processes, and version 2, with one hierarchy that has
/// both controllers and was delegated to this process.
package struct ControlGroups: Sendable {
    /// The limits of a group.
    struct Bounds: Sendable, Equatable {
        let memoryBytes: Int
        /// Processes and threads.
        let tasks: Int

        /// The kernel takes no larger number (PID_MAX_LIMIT).
        private static let mostTasks = 4 << 20

        /// Twice the memory and 1024 tasks more than the host allows. The host checks a worker at intervals; if it sees
        /// the excess first, it can warn the extension and report which limit was exceeded.
        init(_ policy: Policy) {
            memoryBytes = policy.memoryLimitKiB.saturatingMultiplied(by: 2048)
            tasks = min(policy.threads.saturatingAdding(1024), Self.mostTasks)
        }
    }

    /// The groups in which this process may make others.
    private let parents: [ControlGroupFolder]
    private let prefix: String

    /// Finds the groups in which others can be made. Throws the reason if there is none.
    init() throws(Unavailable) {
        parents = try Self.ownParents()
        prefix = Self.prefix(of: getpid())
        // Check that a group can be made, with the limits of a worker.
        let group = try makeNow(Bounds(Policy()))
        group.shut()
        group.remove()
    }

    struct Unavailable: Error {
        let reason: String
    }

    /// The queue on which groups are made and removed. The kernel handles one at a time; launches do not wait until
    /// others are removed.
    static let queue = DispatchQueue(label: "mayfly.control-groups")

    /// Returns when all groups are removed whose removal was requested.
    static func settle() { queue.sync {} }

    /// The same, without blocking the thread.
    static func settled() async { await withCheckedContinuation { waiter in queue.async { waiter.resume() } } }

    /// Makes a group for a worker.
    func make(_ bounds: Bounds) async throws(Unavailable) -> ControlGroup {
        try await withCheckedContinuation { waiter in
            Self.queue.async { waiter.resume(returning: Result { () throws(Unavailable) in try makeNow(bounds) }) }
        }.get()
    }

    private func makeNow(_ bounds: Bounds) throws(Unavailable) -> ControlGroup {
        let name = "\(prefix)\(Self.lastNumber.add(1, ordering: .relaxed).newValue)"
        return try ControlGroup(at: parents.map { $0.child(name) }, within: bounds)
    }

    /// The number of the last group of this process; each has its own.
    private static let lastNumber = Atomic(0)

    /// The groups in which this process may make others.
    static func ownParents() throws(Unavailable) -> [ControlGroupFolder] {
        try parents(mounts: ControlGroupMount.all(), memberships: ControlGroupMount.memberships())
    }

    private static func parents(
        mounts: [ControlGroupMount],
        memberships: [String: String]
    ) throws(Unavailable) -> [ControlGroupFolder] {
        var parents: [ControlGroupFolder] = []
        for (controller, memory, tasks) in [("memory", "memory.limit_in_bytes", nil), ("pids", nil, "pids.max")] {
            if let mount = mounts.first(where: { $0.controllers.contains(controller) }),
                let folder = mount.folder(of: memberships[controller])
            {
                parents.append(
                    ControlGroupFolder(path: folder, memoryFile: memory, tasksFile: tasks, entranceFile: "tasks")
                )
            }
        }
        if !parents.isEmpty { return parents }
        guard let mount = mounts.first(where: \.isUnified), let folder = mount.folder(of: memberships[""]) else {
            throw Unavailable(reason: "no control groups are mounted")
        }
        // A group other than the root may have processes or pass controllers on to its children, not both. So a process
        // to which a part of the hierarchy was delegated is in a child of the group that passes them on.
        let above = folder == mount.point ? nil : folder.lastIndex(of: "/").map { String(folder[..<$0]) }
        guard let parent = [folder, above].compactMap(\.self).first(where: enablesControllers) else {
            throw Unavailable(reason: "neither \(folder) nor its parent enables the memory and pids controllers")
        }
        return [
            ControlGroupFolder(
                path: parent,
                memoryFile: "memory.max",
                tasksFile: "pids.max",
                entranceFile: "cgroup.procs"
            )
        ]
    }

    /// Whether the children of a group have the controllers that limit a worker.
    private static func enablesControllers(_ folder: String) -> Bool {
        let has = KernelFile.text(of: folder + "/cgroup.subtree_control") ?? ""
        return Set(has.split { $0 == " " || $0 == "\n" }).isSuperset(of: ["memory", "pids"])
    }
}
