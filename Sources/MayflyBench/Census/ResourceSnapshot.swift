internal import Foundation
internal import MayflyHost
internal import MayflyLinux

/// The resources of a host at one moment, counted by the host itself or by another process.
package struct ResourceSnapshot {
    /// Workers, and other processes that have the host's id in their command line or the host as their parent.
    let processes: Set<String>
    /// File descriptors with their targets; of a pidfd only its process.
    let descriptors: Set<String>
    /// The mounts of the host, its zygotes and its workers.
    let mounts: Set<String>
    /// The control groups of its processes, and those that it created.
    let cgroups: Set<String>
    /// Files with their sizes in the bundle and in the home folder, without the extension's private folder.
    let files: Set<String>

    package init(of host: Int32, home: String, bundle: String, sparing privateFolder: String) {
        let members = ProcessCensus.family(of: host)
        processes = Set(members.map { "\($0)" })
        descriptors = Self.descriptors(of: host)
        mounts = Set(([host] + members).flatMap(Self.mounts))
        cgroups = Set(members.flatMap(Self.cgroups) + Self.groups(of: host))
        files = Self.files(in: home, sparing: privateFolder).union(Self.files(in: bundle, sparing: nil))
    }

    /// The resources that are new since `old`, each with its kind.
    package func additions(to old: ResourceSnapshot) -> [String] {
        let kinds: [(String, KeyPath<ResourceSnapshot, Set<String>>)] = [
            ("process", \.processes), ("descriptor", \.descriptors), ("mount", \.mounts), ("cgroup", \.cgroups),
            ("file", \.files),
        ]
        // The host opens the pidfd of a worker when it first needs it, so pidfds of known workers are not new.
        let known = Set(old.processes.map { "pidfd of \($0)" })
        return kinds.flatMap { name, path in
            self[keyPath: path].subtracting(old[keyPath: path]).subtracting(known).sorted().map { "\(name) \($0)" }
        }
    }

    /// Files that faulty extensions try to leave in folders that every user may write to.
    package static func litter() -> [String] {
        ["/", "/tmp", "/var/tmp", "/dev/shm"].flatMap { folder in
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            return names.filter { $0.hasPrefix("mayfly-litter") }.map { folder + "/" + $0 }
        }
    }

    private static func descriptors(of process: Int32) -> Set<String> {
        let folder = "/proc/\(process)/fd"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let all = names.compactMap { name -> String? in
            guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: folder + "/" + name) else {
                return nil
            }
            guard target == "anon_inode:[pidfd]" else { return "\(name) \(target)" }
            let about = KernelFile.text(of: "/proc/\(process)/fdinfo/\(name)")
            let line = about?.split(separator: "\n").first { $0.hasPrefix("Pid:") }
            return "pidfd of " + (line?.split(separator: "\t").last ?? "?")
        }
        // The database pool opens readers on demand, and Dispatch opens a timer for each of its clocks.
        return Set(all.filter { !$0.contains("/mayfly.sqlite") && !$0.hasSuffix("anon_inode:[timerfd]") })
    }

    private static func mounts(of process: Int32) -> [String] {
        let text = KernelFile.text(of: "/proc/\(process)/mountinfo") ?? ""
        return text.split(separator: "\n").map { "of \(process): \($0)" }
    }

    private static func cgroups(of process: Int32) -> [String] {
        let text = KernelFile.text(of: "/proc/\(process)/cgroup") ?? ""
        return text.split(separator: "\n").map(String.init)
    }

    /// The control groups of its workers.
    package static func groups(of host: Int32) -> [String] {
        let root = "/sys/fs/cgroup"
        func names(in folder: String) -> [String] {
            (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        }
        return ([root] + names(in: root).map { root + "/" + $0 }).flatMap { folder in
            names(in: folder).filter { $0.hasPrefix("mayfly-\(host)-") }.map { folder + "/" + $0 }
        }
    }

    private static func files(in folder: String, sparing spared: String?) -> Set<String> {
        let names = FileManager.default.enumerator(atPath: folder)?.allObjects as? [String] ?? []
        let paths = names.map { folder + "/" + $0 }.filter { path in spared.map { !path.hasPrefix($0) } ?? true }
        return Set(
            paths.compactMap { path in
                guard !path.contains("/mayfly.sqlite"),
                    let about = try? FileManager.default.attributesOfItem(atPath: path),
                    about[.type] as? FileAttributeType != .typeDirectory
                else { return nil }
                return "\(path), \(about[.size] as? Int ?? 0) bytes"
            }
        )
    }
}
