extension Table {
    /// The one symbol that an extension exports.
    package static let entry = Function(
        1,
        "extensionEntry",
        c: "mayfly_extension_entry",
        .entry,
        .main,
        [
            .init("offer", .pointer(offer, nullable: false)),
            .init("extension", .output(.structure(`extension`))),
        ],
        result: .int32
    )

    package static let makeInstance = Function(
        2,
        "makeInstance",
        c: "make_instance",
        .any,
        .main,
        [
            .init("context", .address),
            .init("host", .host),
            .init("launch", .pointer(launch, nullable: false)),
            .init("instance", .output(.structure(instance))),
        ],
        result: .int32
    )

    package static let extensionAbility = Function(
        3,
        "extensionAbility",
        c: "ability",
        .any,
        .main,
        [.init("context", .address), .init("id", .string)],
        result: .address
    )

    package static let hostAbility = Function(
        4,
        "hostAbility",
        c: "ability",
        .any,
        .any,
        place: .worker,
        [.init("host", .host), .init("id", .string)],
        result: .address
    )

    package static let completion = Function(
        5,
        "completion",
        c: "mayfly_completion",
        .any,
        .background,
        [.init("context", .address), .init("error", .pointer(error, nullable: true))]
    )
}
