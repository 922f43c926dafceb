internal import Foundation

/// What the kernel says of a process; nil where it does not say.
struct ProcessReadings: Sendable {
    let threads: Int?
    let descriptors: Int?
    let residentKiB: Int?
    /// How often its first thread gave up the processor of itself: about once a wake-up.
    let wakeUps: Int?

    /// `launched` is the process that was launched for a worker: the worker itself, or process 1 of its PID namespace.
    init(of launched: Int32) {
        let process = Self.worker(of: launched)
        let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
        var values: [Substring: Int] = [:]
        for line in status.split(separator: "\n") {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2, let word = parts[1].split(whereSeparator: \.isWhitespace).first else { continue }
            values[parts[0]] = Int(word)
        }
        threads = values["Threads"]
        residentKiB = values["RssAnon"] ?? values["VmRSS"]
        let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
        wakeUps = tasks.isEmpty ? nil : tasks.prefix(256).reduce(0) { $0 + Self.wakeUps(of: $1, process) }
        descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd"))?.count
    }

    /// The only child of a process, which is the worker; the process itself where it has none.
    static func worker(of launched: Int32) -> Int32 {
        let children = try? String(contentsOfFile: "/proc/\(launched)/task/\(launched)/children", encoding: .utf8)
        return children?.split(separator: " ").first.flatMap { Int32($0) } ?? launched
    }

    private static func wakeUps(of task: String, _ process: Int32) -> Int {
        let status = (try? String(contentsOfFile: "/proc/\(process)/task/\(task)/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches") }
        return line?.split(whereSeparator: \.isWhitespace).last.flatMap { Int($0) } ?? 0
    }
}
