extension Table {
    /// `OpenRequest`.
    package static let open = Record(
        "open",
        [
            .init("fingerprint", .uint64),
            .init("host_name", .string),
            .init("host_version", .string),
            .init("library", .string),
            .init("library_path", .string),
            .init("private_folder", .string),
            .init("trial", .string),
        ]
    )

    /// Worker to host: the library is open and speaks this version.
    package static let opened = Record("opened", [.init("abi_version", .uint32)])

    /// Worker to host: the library cannot be used.
    package static let refused = Record("refused", [.init("reason", .string)])

    /// Host to worker: make the instance that the frame's header numbers.
    package static let newInstance = Record("new_instance", [.init("launch", .pointer(launch, nullable: false))])

    /// Worker to host: the instance is made, and has these callbacks: the bits of a `CallbackSet`.
    package static let instanceMade = Record("instance_made", [.init("callbacks", .uint64)])

    /// Worker to host: the extension broke a rule of the interface, and the call was refused on the spot.
    package static let violation = Record(
        "violation",
        [.init("code", .enumeration("mayfly_error_code")), .init("message", .string)]
    )
}
