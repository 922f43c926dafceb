extension Table {
    /// Zygote to host, once: it is ready. `missing` has a line for each layer of the sandbox that does not hold.
    package static let zygoteReady = Record(
        "zygote_ready",
        [.init("fingerprint", .uint64), .init("missing", .string)]
    )

    /// Host to zygote: make a worker. The packet brings its end of the link, on which it receives its `StartRequest`, and
    /// then `groups` descriptors of control groups that the worker enters.
    package static let zygoteFork = Record("zygote_fork", [.init("groups", .uint32)])

    /// Zygote to host: the worker's process, with a descriptor that names it; or 0 and the reason.
    package static let zygoteForked = Record(
        "zygote_forked",
        [.init("process", .uint32), .init("reason", .string)]
    )
}
