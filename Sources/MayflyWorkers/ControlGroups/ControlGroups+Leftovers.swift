internal import Foundation
internal import Glibc
package import MayflyLinux

// The groups that killed hosts left. They are named after the host.
extension ControlGroups {
    /// What the names of a process's groups begin with: `mayfly-NUMBER-START.NAMESPACE-`.
    ///
    /// The number alone does not name a process for good: another process may have it later, or in another PID namespace.
    static func prefix(of process: Int32) -> String {
        "\(prefix(of: process, start: ProcessStatus(of: process)?.start ?? 0))\(namespace)-"
    }

    private static func prefix(of process: Int32, start: UInt64) -> String { "mayfly-\(process)-\(start)." }

    /// The number of this process's PID namespace, to which all processes that it sees belong (namespaces, man 7).
    private static let namespace: UInt64 = {
        var status = stat()
        return stat("/proc/self/ns/pid", &status) == 0 ? UInt64(status.st_ino) : 0
    }()

    /// Removes the groups of hosts that were killed, where this process makes groups too. A group whose processes are still
    /// ending is removed after this call.
    package static func clearLeftovers() {
        for place in (try? ownPlaces()) ?? [] {
            for entry in (try? FileManager.default.contentsOfDirectory(atPath: place.folder)) ?? [] where isLeft(entry)
            {
                clear("\(place.folder)/\(entry)")
            }
        }
    }

    /// The same for hosts that are known to be gone, wherever in the hierarchies they ran. It walks all hierarchies.
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

    /// Whether a name is that of a group whose host is gone. Whether a host of another PID namespace lives cannot be seen from here.
    private static func isLeft(_ name: String) -> Bool {
        let parts = name.split(separator: "-")
        guard parts.count == 4, parts[0] == "mayfly", parts[2].hasSuffix(".\(namespace)"), let process = Int32(parts[1])
        else { return false }
        return !name.hasPrefix(prefix(of: process))
    }

    /// The kernel removes no group that has processes.
    private static func clear(_ folder: String) {
        let group = ControlGroupParent(folder: folder, memoryFile: nil, tasksFile: nil, entranceFile: "cgroup.procs")
        if !group.remove() { queue.async { group.removeWhenEmpty() } }
    }

    /// The groups right below one. The dozens of files in each are left out.
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
