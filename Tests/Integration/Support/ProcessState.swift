import Foundation

/// What the kernel says of a process (proc, man 5).
enum ProcessState {
    /// The children of the process's main thread.
    static func children(of process: Int32) throws -> [Int32] {
        try String(contentsOfFile: "/proc/\(process)/task/\(process)/children", encoding: .utf8)
            .split(separator: " ").compactMap { Int32($0) }
    }

    /// R, S, T and so on.
    static func letter(of process: Int32) throws -> Character? {
        // The name before it may hold anything, but a closing bracket ends it last.
        let line = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
        return line.split(separator: ")").last?.first { $0 != " " }
    }

    /// What `/proc/PID/status` says, by the names of its lines.
    static func status(of process: Int32) throws -> [String: String] {
        let lines = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8).split(separator: "\n")
        let pairs = lines.map { $0.split(separator: ":", maxSplits: 1).map(String.init) }.filter { $0.count == 2 }
        return Dictionary(pairs.map { ($0[0], $0[1].trimmingCharacters(in: .whitespaces)) }) { $1 }
    }
}
