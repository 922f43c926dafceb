internal import Dispatch
internal import Glibc
internal import MayflyLinux
internal import MayflyModel
internal import Synchronization

/// Makes control groups for workers, where this process may (cgroups, man 7).
///
/// Both versions are understood: of the first, the hierarchies for memory and for processes; of the second, one that has both
/// controllers and was delegated to this process.
package struct ControlGroups: Sendable {
    /// What a group bounds.
    struct Bounds: Sendable, Equatable {
        let memoryBytes: Int
        /// Processes and threads.
        let tasks: Int

        /// More than the host allows: the host looks now and then, and where it sees the excess first, it can warn and say which limit
        /// was exceeded.
        init(_ policy: Policy) {
            memoryBytes = policy.memoryLimitKiB * 2048
            tasks = policy.threads + 1024
        }
    }

    /// The folders in which this process may make groups.
    private let places: [ControlGroupParent]
    private let prefix: String

    /// Finds the folders where groups can be made. Throws the reason where there is none.
    init() throws(Unavailable) {
        places = try Self.ownPlaces()
        prefix = Self.prefix(of: getpid())
        // A worker's group is made and removed, to find out whether it can be.
        let group = try makeNow(Bounds(Policy()))
        group.shut()
        group.remove()
    }

    struct Unavailable: Error {
        let reason: String
    }

    /// Makes and removes groups: the kernel does one after the other, and no launch waits while others are removed.
    static let queue = DispatchQueue(label: "mayfly.control-groups")

    /// Returns when all groups that were to be removed are gone.
    static func settle() { queue.sync {} }

    /// The same, without blocking the caller's thread.
    static func settled() async { await withCheckedContinuation { waiter in queue.async { waiter.resume() } } }

    /// Makes a group for a worker.
    func make(_ bounds: Bounds) async throws(Unavailable) -> ControlGroup {
        try await withCheckedContinuation { waiter in
            Self.queue.async { waiter.resume(returning: Result { () throws(Unavailable) in try makeNow(bounds) }) }
        }.get()
    }

    private func makeNow(_ bounds: Bounds) throws(Unavailable) -> ControlGroup {
        let name = "\(prefix)\(Self.lastNumber.add(1, ordering: .relaxed).newValue)"
        return try ControlGroup(at: places.map { $0.place(of: name) }, within: bounds)
    }

    /// Each group of this process has a number of its own.
    private static let lastNumber = Atomic(0)

    /// Where this process may make groups.
    static func ownPlaces() throws(Unavailable) -> [ControlGroupParent] {
        try places(mounts: ControlGroupMount.all(), memberships: ControlGroupMount.memberships())
    }

    private static func places(
        mounts: [ControlGroupMount],
        memberships: [String: String]
    ) throws(Unavailable) -> [ControlGroupParent] {
        var places: [ControlGroupParent] = []
        for (controller, memory, tasks) in [("memory", "memory.limit_in_bytes", nil), ("pids", nil, "pids.max")] {
            if let mount = mounts.first(where: { $0.controllers.contains(controller) }),
                let folder = mount.folder(of: memberships[controller])
            {
                places.append(
                    ControlGroupParent(folder: folder, memoryFile: memory, tasksFile: tasks, entranceFile: "tasks")
                )
            }
        }
        if !places.isEmpty { return places }
        guard let mount = mounts.first(where: \.isUnified), let folder = mount.folder(of: memberships[""]) else {
            throw Unavailable(reason: "no control groups are mounted")
        }
        // A group other than the root has processes or hands controllers down, never both. A process that was delegated a part of
        // the hierarchy is therefore in a group below that part.
        let above = folder == mount.point ? nil : folder.lastIndex(of: "/").map { String(folder[..<$0]) }
        guard let place = [folder, above].compactMap(\.self).first(where: handsDown) else {
            throw Unavailable(reason: "\(folder) and the group above it hand down no memory and pids controllers")
        }
        return [
            ControlGroupParent(
                folder: place,
                memoryFile: "memory.max",
                tasksFile: "pids.max",
                entranceFile: "cgroup.procs"
            )
        ]
    }

    /// Whether groups in that one have what bounds a worker.
    private static func handsDown(_ folder: String) -> Bool {
        let has = KernelFile.text(of: folder + "/cgroup.subtree_control") ?? ""
        return Set(has.split { $0 == " " || $0 == "\n" }).isSuperset(of: ["memory", "pids"])
    }
}
