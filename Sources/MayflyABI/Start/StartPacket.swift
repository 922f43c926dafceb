internal import Glibc

/// A `StartRequest` as a worker has received it.
///
/// Its paths have the name of the person's account, and an extension can read all memory of its worker, also what was freed. So the
/// texts stay in this one memory, of which nobody makes a `String` or another copy, and which is overwritten at the end of this value:
/// before any code of the extension runs.
package struct StartPacket: ~Copyable {
    private static let textCount = 4

    private let memory: UnsafeMutableRawPointer
    private let count: Int

    /// `receive` writes a packet into memory of the given size and returns the size of the packet. Nil if that is no start request.
    package init?(receivedBy receive: (UnsafeMutableRawPointer, Int) -> Int) {
        let capacity = WorkerContract.longestPacket
        memory = .allocate(byteCount: capacity, alignment: 1)
        count = max(receive(memory, capacity), 0)
        let bytes = UnsafeRawBufferPointer(start: memory, count: count)
        guard bytes.last == 0, bytes.count(where: { $0 == 0 }) == Self.textCount else { return nil }
    }

    deinit {
        explicit_bzero(memory, count)
        memory.deallocate()
    }

    /// Absolute path, in the host's file system. It is valid as long as this value.
    package var bundleFolder: UnsafePointer<CChar> { text(0) }
    /// Absolute path, in the host's file system. It is valid as long as this value.
    package var privateFolder: UnsafePointer<CChar> { text(1) }
    /// Absolute path, in the host's file system. It is valid as long as this value.
    package var receivedFolder: UnsafePointer<CChar> { text(2) }
    /// The path of the library in the bundle folder, which tells nothing of the person.
    package var library: String { String(cString: text(3)) }

    private func text(_ number: Int) -> UnsafePointer<CChar> {
        var text = UnsafePointer(memory.assumingMemoryBound(to: CChar.self))
        for _ in 0..<number { text += strlen(text) + 1 }
        return text
    }
}
