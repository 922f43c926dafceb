internal import CMayflyLinux
internal import Foundation
internal import MayflyHost
internal import MayflyLinux

/// Finds the processes of hosts.
package enum ProcessCensus {
    /// Waits for the end of every process that these hosts started, and returns those that do not end in time.
    ///
    /// Call it when the hosts are reaped and can start no more processes. The command line of a worker has its host's
    /// id. A worker that was just forked still has the host's command line, with the home folder.
    package static func survivors(
        of hosts: Set<Int32>,
        home: String,
        sparing others: Set<Int32>,
        within limit: Duration = .seconds(10)
    ) -> [String] {
        let left = processes().filter { process in
            guard !others.contains(process.id), !others.contains(process.parent) else { return false }
            return process.isWorker(of: hosts) || !process.isWorker && process.words.contains(home)
        }
        return thoseThatStay(left, within: limit)
    }

    /// The processes of a running host: its descendants and the forks of its workers.
    package static func family(of host: Int32) -> [Int32] { family(of: host).map(\.id) }

    /// Waits for the end of the processes of a host that has ended, and returns those that do not end.
    package static func survivors(ofFamily host: Int32) -> [String] {
        thoseThatStay(family(of: host), within: .seconds(10))
    }

    /// A worker has its host's id in the command line, and so has a fork of it.
    private static func family(of host: Int32) -> [Entry] {
        let all = processes()
        var known: Set = [host]
        var found: [Entry] = []
        while true {
            let next = all.filter { process in
                !known.contains(process.id)
                    && (known.contains(process.parent) || process.isWorker(of: [host]))
            }
            guard !next.isEmpty else { return found }
            found += next
            known.formUnion(next.map(\.id))
        }
    }

    private static func thoseThatStay(_ processes: [Entry], within limit: Duration) -> [String] {
        let deadline = ContinuousClock.now + limit
        return processes.compactMap { process in
            let descriptor = mayfly_pidfd_open(process.id)
            guard descriptor >= 0 else { return nil }
            defer { close(descriptor) }
            let (seconds, attoseconds) = (deadline - .now).components
            let rest = max(0, seconds * 1000 + attoseconds / 1_000_000_000_000_000)
            return mayfly_has_ended(descriptor, Int32(clamping: rest)) == 1
                ? nil : "\(process.id) \(process.words.joined(separator: " "))"
        }
    }

    /// The workers of these hosts, and their zygotes.
    package static func workers(of hosts: Set<Int32>) -> [Int32] {
        processes().filter { $0.isWorker(of: hosts) }.map(\.id)
    }

    private struct Entry {
        let id: Int32
        let parent: Int32
        /// The command line; empty for a process that has ended and is not reaped.
        let words: [String]

        var isWorker: Bool { words.first?.hasSuffix("-worker") == true && words.count > 1 }

        /// Whether it belongs to one of these hosts: the host's id is the first argument, in zygotes and their workers the second.
        func isWorker(of hosts: Set<Int32>) -> Bool {
            isWorker && words.dropFirst().prefix(2).contains { Int32($0).map(hosts.contains) == true }
        }
    }

    private static func processes() -> [Entry] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { name in
            guard let id = Int32(name), let line = KernelFile.bytes(of: "/proc/\(name)/cmdline"),
                // All processes are looked at, so the other fields are left together.
                let fields = KernelFile.statusFields(of: id, most: 3), fields.count > 1
            else { return nil }
            let words = line.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
            return Entry(id: id, parent: Int32(fields[1]) ?? 0, words: words)
        }
    }
}
