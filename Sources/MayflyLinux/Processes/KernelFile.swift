internal import Glibc

/// A file of the kernel, as those of /proc are: it has no size, and it may be empty.
///
/// Foundation reads them too, but loses 4 KiB of memory with each that is empty (seen with Swift 6.3.1 on Linux).
package enum KernelFile {
    /// All of it; nil where it cannot be read.
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

    /// All of it as text, with what is not UTF-8 repaired; nil where it cannot be read.
    package static func text(of path: String) -> String? {
        bytes(of: path).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The lines; none where it cannot be read.
    package static func lines(of path: String) -> [Substring] {
        text(of: path)?.split(separator: "\n") ?? []
    }

    /// The first line that begins so.
    package static func line(_ beginning: String, of path: String) -> Substring? {
        lines(of: path).first { $0.hasPrefix(beginning) }
    }

    /// The numbers after these words at the beginnings of lines, of those lines that are there. The file is read once.
    static func numbers(after names: [String], in path: String) -> [Int] {
        let lines = lines(of: path)
        return names.compactMap { name in
            lines.first { $0.hasPrefix(name) }?.dropFirst(name.utf8.count).split { $0 == " " || $0 == "\t" }.first
                .flatMap { Int($0) }
        }
    }

    /// The fields of a process's `stat` file after its number and its name (proc_pid_stat, man 5): the first is the state. Nil
    /// where there is no such process.
    static func statusFields(of process: Int32) -> [Substring]? {
        // The name, in parentheses, is the process's own and may have anything in it.
        guard let text = text(of: "/proc/\(process)/stat"), let name = text.lastIndex(of: ")") else { return nil }
        return text[text.index(after: name)...].split(separator: " ")
    }
}
