/// Memory for the arguments of one callback: allocated in pieces, freed all at once.
///
/// An extension may use the arguments only until its callback returns, so none is freed alone.
final class Arena {
    private static let chunkBytes = 16 * 1024

    /// Whether the structs of the host have members that no header has yet, for a trial.
    var hasLongerStructs = false

    private var chunks: [UnsafeMutableRawBufferPointer] = []
    private var used = 0

    deinit {
        for chunk in chunks { chunk.deallocate() }
    }

    /// Zeroed memory that stays valid until `reset`.
    func allocate(_ count: Int, alignment: Int = 8) -> UnsafeMutableRawPointer {
        let start = (used + alignment - 1) / alignment * alignment
        if let base = chunks.last?.baseAddress, start + count <= (chunks.last?.count ?? 0) {
            used = start + count
            return zeroed(base + start, count)
        }
        let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: max(count, Self.chunkBytes), alignment: 16)
        chunks.append(chunk)
        used = count
        guard let base = chunk.baseAddress else { return allocate(max(count, 1), alignment: alignment) }
        return zeroed(base, count)
    }

    /// Frees everything. One chunk is kept, so that ordinary callbacks do not use the allocator.
    func reset() {
        for chunk in chunks.dropFirst() { chunk.deallocate() }
        chunks.removeSubrange(min(1, chunks.count)...)
        used = 0
    }

    private func zeroed(_ pointer: UnsafeMutableRawPointer, _ count: Int) -> UnsafeMutableRawPointer {
        pointer.initializeMemory(as: UInt8.self, repeating: 0, count: count)
        return pointer
    }
}
