internal import Glibc

/// A file of the kernel, such as those of /proc: its size is unknown, and it may be empty.
///
/// Foundation reads such files too, but leaks 4 KiB for each that is empty (seen with Swift 6.3.1 on Linux).
package enum KernelFile {
    /// The whole file; nil if it cannot be read.
    package static func bytes(of path: String) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        let isWhole = withUnsafeTemporaryAllocation(byteCount: 16 * 1024, alignment: 8) { piece in
            while true {
                let count = read(descriptor, piece.baseAddress, piece.count)
                guard count > 0 else { return count == 0 }
                bytes += piece[..<count]
            }
        }
        return isWhole ? bytes : nil
    }

    /// The whole file as text, with invalid UTF-8 repaired; nil if it cannot be read.
    package static func text(of path: String) -> String? {
        bytes(of: path).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The lines; none if it cannot be read.
    package static func lines(of path: String) -> [Substring] {
        text(of: path)?.split(separator: "\n") ?? []
    }

    /// The first line with that beginning.
    package static func line(_ beginning: String, of path: String) -> Substring? {
        lines(of: path).first { $0.hasPrefix(beginning) }
    }

    /// The numbers after these words at the beginnings of lines. Missing lines are left out. The file is read once.
    static func numbers(after names: [String], in path: String) -> [Int] {
        let lines = lines(of: path)
        return names.compactMap { name in
            lines.first { $0.hasPrefix(name) }?.dropFirst(name.utf8.count).split { $0 == " " || $0 == "\t" }.first
                .flatMap { Int($0) }
        }
    }

    /// The fields of a process's `stat` file after its id and its name (proc_pid_stat, man 5): the first is the state, the
    /// second the parent. Nil if there is no such process.
    ///
    /// - Parameter most: how many fields are separated; the last one then has the rest.
    package static func statusFields(of process: Int32, most: Int = .max) -> [String]? {
        // The name, in parentheses, is chosen by the process and may contain any byte; it has at most 64.
        guard let bytes = bytes(of: "/proc/\(process)/stat"),
            let name = bytes.prefix(128).lastIndex(of: UInt8(ascii: ")"))
        else { return nil }
        return bytes[(name + 1)...].split(separator: UInt8(ascii: " "), maxSplits: most - 1)
            .map { String(decoding: $0, as: UTF8.self) }
    }
}
