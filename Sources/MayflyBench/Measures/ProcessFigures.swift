internal import Foundation
internal import MayflyHost
internal import MayflyLinux

/// Memory and threads of running processes, from /proc (proc_pid_smaps(5), proc_pid_task(5), proc_pid_status(5)).
enum ProcessFigures {
    /// In KiB.
    struct Memory {
        var resident = 0.0
        /// The proportional set size (PSS): a page of n processes counts as 1/n.
        var proportional = 0.0
        /// Pages that no other process maps.
        var own = 0.0
        /// Those of them that were written to.
        var dirty = 0.0
    }

    /// Nil when the process has ended or may not be inspected.
    static func memory(of process: Int32) -> Memory? {
        guard let text = KernelFile.text(of: "/proc/\(process)/smaps_rollup") else {
            return nil
        }
        func sum(_ keys: String...) -> Double {
            text.split(separator: "\n").reduce(0) { sum, line in
                let words = line.split(separator: " ")
                guard let key = words.first?.dropLast(), keys.contains(String(key)), words.count > 1 else { return sum }
                return sum + (Double(words[1]) ?? 0)
            }
        }
        return Memory(
            resident: sum("Rss"),
            proportional: sum("Pss"),
            own: sum("Private_Clean", "Private_Dirty"),
            dirty: sum("Private_Dirty")
        )
    }

    /// The resident memory of this process, in KiB.
    static var hostResident: Double { memory(of: getpid())?.resident ?? 0 }

    static var hostThreads: Double {
        Double((try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count) ?? 0)
    }
}
