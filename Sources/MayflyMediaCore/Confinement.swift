internal import CMayflyLinux

/// What the process gives up before it looks at the first byte of a picture. The one place to add walls to.
enum Confinement {
    /// Limits all that can be limited; false when the system refuses.
    ///
    /// Nothing can be opened from now on, no file can grow, and no process can be made.
    static func enter() -> Bool {
        // The memory holds the largest picture unpacked, the decoders' own needs and the program itself. The processor
        // time is for what computes; the host's deadline ends what waits.
        var limits = mayfly_limits(
            memory: 768 * 1024 * 1024,
            cpu_seconds: 20,
            file_size: 0,
            descriptors: 3,
            processes: 0
        )
        return mayfly_limit_process(&limits) == 0
    }
}
