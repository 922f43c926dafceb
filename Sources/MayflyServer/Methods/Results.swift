internal import MayflyModel
internal import MayflyProtocol

/// What methods answer that is no value of the host.
enum Results {
    /// Nothing but that it was done.
    static let done = Shape<Void>.object("Done", "It was done.", [])

    /// The number of the newest event: all that follows from an act was told by then.
    static let events = Shape<Int>.object(
        "ActDone",
        "The act was done, and all that follows from it in this window.",
        [Field("last_event", .integer, "The number of the window's newest event at that time.") { $0 }]
    )

    /// The number of the changes so far.
    static let change = Shape<Int>.object(
        "Change",
        "How many changes there were.",
        [Field("next", .integer, "The number to ask on after.") { $0 }]
    )

    static func events(_ last: Int) -> String { events.json(last, .none).line }

    /// A list under its name, of which the last are told where there is no room for all.
    static func list<Element>(_ name: String, _ schema: String, _ shape: Shape<Element>, _ text: String) -> Shape<
        [Element]
    > {
        Shape<[Element]>.object(schema, text, [Field(name, shape.list(keeping: .last), text) { $0 }])
    }

    /// A list under its name that is read part by part: who has fewer than `count` asks again, and skips them.
    static func part<Element>(_ name: String, _ schema: String, _ shape: Shape<Element>, _ text: String) -> Shape<
        PartOfList<Element>
    > {
        Shape<PartOfList<Element>>.object(
            schema,
            text,
            [
                Field(name, shape.list(keeping: .first), text) { $0.elements },
                Field("count", .integer, "How many there are, with those that were skipped and those that come later.")
                {
                    $0.count
                },
            ]
        )
    }
}

/// The elements of a list from one of them on.
struct PartOfList<Element: Sendable>: Sendable {
    let elements: [Element]
    /// How many the list has.
    let count: Int

    init(_ all: [Element], skipping skipped: Int) {
        elements = Array(all.dropFirst(skipped))
        count = all.count
    }
}
