internal import Foundation
internal import Glibc
package import MayflyLinux

// What killed hosts left: their groups are named after them.
extension ControlGroups {
    /// What the names of a process's groups begin with: `mayfly-NUMBER-START.NAMESPACE-`.
    ///
    /// The number alone may be another process's by the time that somebody looks, and is one of a PID namespace.
    static func prefix(of process: Int32) -> String {
        "\(prefix(of: process, start: ProcessStatus(of: process)?.start ?? 0))\(namespace)-"
    }

    private static func prefix(of process: Int32, start: UInt64) -> String { "mayfly-\(process)-\(start)." }

    /// The number of this process's PID namespace, which all that it sees belong to (namespaces, man 7).
    private static let namespace: UInt64 = {
        var status = stat()
        return stat("/proc/self/ns/pid", &status) == 0 ? UInt64(status.st_ino) : 0
    }()

    /// Takes away the groups of hosts that were killed, beside those that this process makes; after this call those whose
    /// processes still end.
    package static func clearLeftovers() {
        for place in (try? ownPlaces()) ?? [] {
            for entry in (try? FileManager.default.contentsOfDirectory(atPath: place.folder)) ?? [] where isLeft(entry)
            {
                clear("\(place.folder)/\(entry)")
            }
        }
    }

    /// The same for the groups of hosts that are known to be gone, wherever in the hierarchies they ran. It walks all of them.
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

    /// Whether a name is that of a group whose host is gone. Hosts of other PID namespaces cannot be looked for.
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

    /// The groups right below one. Each has dozens of files, at which nobody need look.
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
