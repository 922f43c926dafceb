internal import Glibc

/// What the kernel keeps for the open descriptors of a process and bounds for no process: record locks (fcntl, man 2), and
/// watches of epoll instances, of which all processes of a user together have a limited number (epoll, man 7).
///
/// The kernel tells both in the process's folder `fdinfo` (proc_pid_fdinfo, man 5). A record lock always has an open
/// descriptor: it ends when its process closes any descriptor of the file.
package struct DescriptorRecords: Sendable, Equatable {
    /// Record locks. One of a file that was duplicated (dup, man 2) counts for each of its descriptors.
    package var locks = 0
    /// Watches of epoll instances, likewise.
    package var watches = 0

    package init(locks: Int = 0, watches: Int = 0) { (self.locks, self.watches) = (locks, watches) }

    private static let size = 64 << 10

    /// Counts the records of a process until there are more than `most` of one kind. Nil if the kernel does not report them.
    ///
    /// Locks of other users on a file make it slower to learn those of the process. So the count ends, with what it has found,
    /// when the thread has used `time` before the next descriptor. Their order is random: none can always be the last one.
    package static func count(of process: Int32, most: Self, within time: Duration) -> Self? {
        count(in: "/proc/\(process)/fdinfo", most: most, within: time)
    }

    static func count(in folder: String, most: Self, within time: Duration) -> Self? {
        guard let names = OpenFolder(folder)?.names() else { return nil }
        let start = CPUAccounting.threadTime
        var found = Self()
        for name in names.shuffled() {
            found.add("\(folder)/\(name)", most: most)
            if found.isMore(than: most) || CPUAccounting.threadTime - start >= time { break }
        }
        return found
    }

    /// A descriptor that is closed by now has none.
    private mutating func add(_ path: String, most: Self) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.size, alignment: 1)
        defer { piece.deallocate() }
        var rest = 0
        while !isMore(than: most), rest < piece.count {
            let room = UnsafeMutableRawBufferPointer(rebasing: piece[rest...])
            let count = read(descriptor, room.baseAddress, room.count)
            guard count > 0 else { return }
            rest = addLines(of: UnsafeMutableRawBufferPointer(rebasing: piece[..<(rest + count)]))
        }
    }

    /// Counts the whole lines, moves the beginning of the next one to the front, and gives its length. It looks only at the first
    /// bytes of each line: there can be very many.
    private mutating func addLines(of bytes: UnsafeMutableRawBufferPointer) -> Int {
        guard let base = bytes.baseAddress else { return 0 }
        var start = 0
        while let end = memchr(base + start, Int32(UInt8(ascii: "\n")), bytes.count - start) {
            let length = UnsafeRawPointer(end) - UnsafeRawPointer(base + start)
            if Self.line(base + start, length, beginsWith: "tfd:") { watches += 1 }
            if Self.line(base + start, length, beginsWith: "lock:") { locks += 1 }
            start += length + 1
        }
        memmove(base, base + start, bytes.count - start)
        return bytes.count - start
    }

    private static func line(_ line: UnsafeRawPointer, _ length: Int, beginsWith name: StaticString) -> Bool {
        length >= name.utf8CodeUnitCount && memcmp(line, name.utf8Start, name.utf8CodeUnitCount) == 0
    }

    private func isMore(than most: Self) -> Bool { locks > most.locks || watches > most.watches }
}
