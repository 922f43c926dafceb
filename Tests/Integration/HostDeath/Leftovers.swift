import Foundation
import MayflyBench
import MayflyTestSupport

/// What a host may have on the machine beside its processes: temporary files, mounts and cgroups.
enum Leftovers {
    /// The paths of all that is there now and could be of one of these hosts.
    static func now(home: String, temporary: String, hosts: Set<pid_t>) -> Set<String> {
        Set(drafts(in: home) + roots() + mounts() + groups(of: hosts))
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
        let table = (try? kernelText(of: "/proc/self/mountinfo")) ?? ""
        return table.split(separator: "\n").filter { $0.contains("mayfly") }.map(String.init)
    }

    /// The control groups of these hosts.
    static func groups(of hosts: Set<pid_t>) -> [String] {
        hosts.flatMap(ResourceSnapshot.groups)
    }

    /// Whether a process is still in a group.
    static func isPopulated(_ group: String) -> Bool {
        (try? kernelText(of: group + "/cgroup.procs"))?.isEmpty == false
    }

    private static func names(in folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }
}
