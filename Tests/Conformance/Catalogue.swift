/// All statements of the specification, in its order.
package enum Catalogue {
    package static let sections: [Section] = [
        .kinds, .launch, .deactivation, .bubbleTaps, .styles, .calls, .sending, .sessions, .identity, .layout,
        .stickers, .platforms, .rest,
    ]

    package static let statements = sections.flatMap(\.statements)

    package static func contains(_ id: String) -> Bool { ids.contains(id) }

    private static let ids = Set(statements.map(\.id))
}
