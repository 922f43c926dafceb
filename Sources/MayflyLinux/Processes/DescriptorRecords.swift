internal import Glibc

/// The record locks of a process (proc_locks, man 5). The kernel keeps memory for each, and no limit of the kernel bounds their number.
package enum RecordLocks {
    private static let size = 64 << 10
    private static let arrow = Array("->".utf8)

    /// Counts the locks of a process, up to one more than `most`. Nil if the kernel does not report locks.
    ///
    /// The kernel lists the locks of all processes. It takes about a microsecond for each.
    package static func count(of process: Int32, most: Int, in path: String = "/proc/locks") -> Int? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var (found, rest) = (0, [UInt8]())
        var piece = [UInt8](repeating: 0, count: size)
        while found <= most {
            let count = read(descriptor, &piece, piece.count)
            guard count >= 0 else { return nil }
            guard count > 0 else { break }
            rest += piece[..<count]
            let end = rest.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
            for line in rest[..<end].split(separator: UInt8(ascii: "\n")) where owner(of: line) == process {
                found += 1
            }
            rest.removeFirst(end)
        }
        return min(found, most + 1)
    }

    /// The process of a lock, the fifth word of a line such as `1: POSIX  ADVISORY  WRITE 3568 fd:00:2531452 0 EOF`. A lock
    /// that waits for another one has the word `->` before its kind, and is counted too.
    private static func owner(of line: ArraySlice<UInt8>) -> Int32? {
        let words = line.split(separator: UInt8(ascii: " "), maxSplits: 6)
        let index = words.count > 1 && words[1].elementsEqual(arrow) ? 5 : 4
        guard words.count > index else { return nil }
        return Int32(String(decoding: words[index], as: UTF8.self))
    }
}
