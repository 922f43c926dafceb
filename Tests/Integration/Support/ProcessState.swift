import Foundation
import MayflyTestSupport

/// What the kernel says of a process (proc, man 5).
enum ProcessState {
    /// The numbers of all processes of which `isOne` is true now.
    static func processes(where isOne: (Int32) -> Bool) throws -> [Int32] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { Int32($0) }.filter(isOne)
    }

    /// The words of a process's command line; none for a process that is gone.
    static func command(of process: Int32) -> [Data] {
        (FileManager.default.contents(atPath: "/proc/\(process)/cmdline") ?? Data()).split(separator: 0)
    }

    /// The children of the process's main thread.
    static func children(of process: Int32) throws -> [Int32] {
        try kernelText(of: "/proc/\(process)/task/\(process)/children")
            .split(separator: " ").compactMap { Int32($0) }
    }

    /// R, S, T and so on.
    static func letter(of process: Int32) throws -> Character? {
        // The name before it may hold anything, but a closing bracket ends it last.
        let line = try kernelText(of: "/proc/\(process)/stat")
        return line.split(separator: ")").last?.first { $0 != " " }
    }

    /// What `/proc/PID/status` says, by the names of its lines.
    static func status(of process: Int32) throws -> [String: String] {
        let lines = try kernelText(of: "/proc/\(process)/status").split(separator: "\n")
        let pairs = lines.map { $0.split(separator: ":", maxSplits: 1).map(String.init) }.filter { $0.count == 2 }
        return Dictionary(pairs.map { ($0[0], $0[1].trimmingCharacters(in: .whitespaces)) }) { $1 }
    }
}
