internal import CMayflyLinux

/// The memory of the program that a host lives in.
public enum HostMemory {
    /// Gives large pieces of memory back to the system as soon as they are free.
    ///
    /// By itself the allocator of glibc learns to keep them for later (M_MMAP_THRESHOLD in mallopt, man 3), and for each few
    /// threads apart (M_ARENA_MAX): then a host stays as large as the worst moment of the worst extension has made it. It
    /// concerns the whole program, so the program decides, and once, at its start. The `mayfly` command does.
    public static func giveBackLargePieces() { mayfly_give_back_large_pieces() }
}
