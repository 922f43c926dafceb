internal import Foundation
internal import Glibc
package import MayflyLinux

// Groups that killed hosts left behind. A group is named after its host.
extension ControlGroups {
    /// The prefix of the names of a process's groups: `mayfly-NUMBER-START.NAMESPACE-`.
    ///
    /// The number alone does not identify a process: another one may have it later, or in another PID namespace.
    static func prefix(of process: Int32) -> String {
        "\(prefix(of: process, start: ProcessStatus(of: process)?.start ?? 0))\(namespace)-"
    }

    private static func prefix(of process: Int32, start: UInt64) -> String { "mayfly-\(process)-\(start)." }

    /// The inode of this process's PID namespace. All processes that it sees are in this namespace (namespaces, man 7).
    private static let namespace: UInt64 = {
        var status = stat()
        return stat("/proc/self/ns/pid", &status) == 0 ? UInt64(status.st_ino) : 0
    }()

    /// Removes the groups of killed hosts from the folders in which this process makes groups. A group whose processes
    /// are still ending is removed after this call.
    package static func clearLeftovers() {
        for parent in (try? ownParents()) ?? [] {
            for entry in (try? FileManager.default.contentsOfDirectory(atPath: parent.path)) ?? [] where isLeft(entry) {
                clear("\(parent.path)/\(entry)")
            }
        }
    }

    /// Removes the groups of these hosts, which are known to have ended, from all hierarchies. It walks all of them.
    package static func clearLeftovers(of hosts: [ProcessIdentity]) {
        guard !hosts.isEmpty else { return }
        let prefixes = hosts.map { prefix(of: $0.process, start: $0.start) }
        let mounts = ControlGroupMount.all().filter { mount in
            mount.isUnified || !mount.controllers.isDisjoint(with: ["memory", "pids"])
        }
        var folders = Array(Set(mounts.map(\.point)))
        while let folder = folders.popLast() {
            for name in groups(in: folder) {
                let group = "\(folder)/\(name)"
                if prefixes.contains(where: name.hasPrefix) { clear(group) } else { folders.append(group) }
            }
        }
    }

    /// Whether a name belongs to a group whose host has ended. Hosts of other PID namespaces are left out: this process
    /// cannot see whether they are alive.
    private static func isLeft(_ name: String) -> Bool {
        let parts = name.split(separator: "-")
        guard parts.count == 4, parts[0] == "mayfly", parts[2].hasSuffix(".\(namespace)"), let process = Int32(parts[1])
        else { return false }
        return !name.hasPrefix(prefix(of: process))
    }

    /// Removes a group now, or later if it still has processes.
    private static func clear(_ folder: String) {
        let group = ControlGroupFolder(path: folder, memoryFile: nil, tasksFile: nil, entranceFile: "cgroup.procs")
        if !group.remove() { queue.async { group.removeWhenEmpty() } }
    }

    /// The names of the groups directly below a group. Each folder has dozens of files, which are left out.
    private static func groups(in folder: String) -> [String] {
        guard let list = opendir(folder) else { return [] }
        defer { closedir(list) }
        var names: [String] = []
        while let entry = readdir(list) {
            guard entry.pointee.d_type == UInt8(DT_DIR) else { continue }
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}
