extension Table {
    /// Zygote to host, once: it is ready. `missing` has a line for each layer of the sandbox that does not hold.
    package static let zygoteReady = Record(
        "zygote_ready",
        [.init("fingerprint", .uint64), .init("missing", .string)]
    )

    /// Host to zygote: make a worker. The packet brings its descriptors: control, completions, library, output, black
    /// box, report.
    package static let zygoteLaunch = Record(
        "zygote_launch",
        [.init("bundle_folder", .string), .init("private_folder", .string)]
    )

    /// Zygote to host: the worker's process, with a descriptor that names it; or 0 and the reason.
    package static let zygoteLaunched = Record(
        "zygote_launched",
        [.init("process", .uint32), .init("reason", .string)]
    )
}
