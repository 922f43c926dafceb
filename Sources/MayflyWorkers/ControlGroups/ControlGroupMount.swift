internal import MayflyLinux

/// A mounted hierarchy of control groups (proc_pid_mountinfo, man 5).
struct ControlGroupMount {
    let point: String
    /// The group that is mounted here, by its path in the hierarchy; not "/" in a container.
    private let root: String
    /// The controllers of a mount of version 1; empty for version 2.
    let controllers: Set<String>
    let isUnified: Bool

    /// All mounts of hierarchies in this process's mount namespace.
    static func all() -> [ControlGroupMount] {
        KernelFile.lines(of: "/proc/self/mountinfo").compactMap { ControlGroupMount($0) }
    }

    private init?(_ line: Substring) {
        let halves = line.split(separator: " - ", maxSplits: 1)
        guard halves.count == 2 else { return nil }
        let (fields, kind) = (halves[0].split(separator: " "), halves[1].split(separator: " "))
        guard fields.count > 4, kind.count > 2, kind[0] == "cgroup" || kind[0] == "cgroup2" else { return nil }
        (root, point) = (String(fields[3]), String(fields[4]))
        isUnified = kind[0] == "cgroup2"
        controllers = isUnified ? [] : Set(kind[2].split(separator: ",").map(String.init))
    }

    /// The folder of a group, given by its path in the hierarchy; nil if this mount does not show it.
    func folder(of group: String?) -> String? {
        guard let group else { return nil }
        let inside = root == "/" ? group : group.hasPrefix(root) ? String(group.dropFirst(root.count)) : nil
        return inside.map { $0 == "/" ? point : point + $0 }
    }

    /// This process's group in each hierarchy, by controller; "" for the unified hierarchy.
    static func memberships() -> [String: String] {
        var found: [String: String] = [:]
        for line in KernelFile.lines(of: "/proc/self/cgroup") {
            let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3 else { continue }
            for name in parts[1].split(separator: ",", omittingEmptySubsequences: false) {
                found[String(name)] = String(parts[2])
            }
        }
        return found
    }
}
