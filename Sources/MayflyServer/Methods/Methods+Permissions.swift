internal import MayflyHost
internal import MayflyModel
internal import MayflyProtocol

extension Methods {
    static let permissions: [Method] = [
        .query(
            "permissions.list",
            "What people have answered to extensions that asked for permissions, and keep.",
            Method.skip,
            result: Results.part("answers", "KeptAnswers", Shapes.keptAnswer, "The answers.")
        ) { client, skipped in
            PartOfList(try client.host.keptAnswers(), skipping: skipped)
        },
        .query(
            "permissions.revoke",
            "Withdraws answers to an extension: it has to ask again.",
            id,
            Parameter<PermissionName>.named(
                "permission",
                "a permission, such as 'network:api.example.com'",
                "The permission; without it, all."
            ) { PermissionName($0) }.optional,
            Parameter<String>.name("device", "The name of the device; without it, all devices.").optional,
            result: Results.withdrawn
        ) { client, id, permission, device in
            try client.host.withdrawAnswers(to: permission, of: id, on: device)
        },
    ]
}

extension Results {
    fileprivate static let withdrawn = Shape<Int>.object(
        "Withdrawn",
        "How many answers were withdrawn.",
        [Field("withdrawn", .integer, "How many.") { $0 }]
    )
}
