import Foundation

/// What a host may have on the machine beside its processes: temporary files, mounts and cgroups.
enum Leftovers {
    /// The paths of all that is there now and could be a host's.
    static func now(home: String, temporary: String) -> Set<String> {
        Set(drafts(in: home) + roots() + mounts() + groups())
            .union(names(in: temporary).filter { $0.hasPrefix("mayfly") }.map { temporary + "/" + $0 })
    }

    /// Files that were being written.
    private static func drafts(in home: String) -> [String] {
        let paths = FileManager.default.enumerator(atPath: home)?.compactMap { $0 as? String } ?? []
        return paths.filter { $0.hasSuffix(".part") }
    }

    /// The folder on which a zygote mounts the root of its workers.
    private static func roots() -> [String] { names(in: "/tmp").filter { $0.hasPrefix("mayfly-root-") } }

    private static func mounts() -> [String] {
        let table = (try? String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8)) ?? ""
        return table.split(separator: "\n").filter { $0.contains("mayfly") }.map(String.init)
    }

    /// The control groups of hosts that have ended.
    static func groups() -> [String] {
        let root = "/sys/fs/cgroup"
        let parts = [root] + names(in: root).map { root + "/" + $0 }
        return parts.flatMap { folder in names(in: folder).filter(isLeft).map { folder + "/" + $0 } }
    }

    /// Whether a process is still in a group.
    static func isPopulated(_ group: String) -> Bool {
        (try? String(contentsOfFile: group + "/cgroup.procs", encoding: .utf8))?.isEmpty == false
    }

    /// Whether it is the control group of a host that has ended; other tests have hosts that live.
    private static func isLeft(_ name: String) -> Bool {
        let parts = name.split(separator: "-")
        guard parts.first == "mayfly", parts.count > 1, let host = Int32(parts[1]) else { return false }
        return kill(host, 0) != 0
    }

    private static func names(in folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }
}
