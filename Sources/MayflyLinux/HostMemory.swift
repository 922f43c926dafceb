internal import CMayflyLinux

/// The memory of the program that a host runs in.
public enum HostMemory {
    /// Makes the allocator return large blocks to the system as soon as they are freed.
    ///
    /// By default the allocator of glibc adapts and keeps them for later (M_MMAP_THRESHOLD in mallopt, man 3), in
    /// several arenas (M_ARENA_MAX): then a host stays as large as it has ever been. The setting applies to the whole
    /// program, so the program makes it, once, at its start. The `mayfly` command does.
    public static func giveBackLargePieces() { mayfly_give_back_large_pieces() }
}
