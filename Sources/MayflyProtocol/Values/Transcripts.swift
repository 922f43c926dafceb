package import MayflyModel
package import MayflyStore
internal import MayflyViews

extension Shapes {
    /// A row of a transcript with its number and its time.
    package typealias Row = (number: Int?, entry: TranscriptEntry, time: Timestamp?)

    /// A row of a transcript.
    package static let row = Shape<Row>.variants(
        "TranscriptEntry",
        "A row of a transcript: an item, or the line that replaced a message.",
        by: "kind",
        after: [
            .sometimes("number", .integer, "The number of the row, from 1 at the top.") { (row: Row) in row.number },
            .sometimes(
                "time",
                .moment,
                "When it was sent or received on this device, in milliseconds since 1970; rows of earlier versions have none."
            ) { $0.time },
        ],
        contents { (row: Row) in row.entry.item }.map(adding(bubbleFields)) + [summary]
    )

    private static func adding(_ fields: (head: [Field<Bubble>], tail: [Field<Bubble>])) -> (Variant<Row>) -> Variant<
        Row
    > {
        { variant in variant.between(fields.head, fields.tail) { $0.entry.bubble } }
    }

    private static let bubbleFields: (head: [Field<Bubble>], tail: [Field<Bubble>]) = (
        itemHead.map { $0.of { $0.item } },
        [
            Field("delivery", .choice(["sending", "sent", "failed", "received"]), "How far its delivery has come.") {
                $0.delivery.rawValue
            },
            .sometimes("failure", error, "Why it was not delivered.") { $0.failure },
            .sometimes("stickers", item.list(keeping: .last), "The stickers on it, the newest last.") {
                $0.stickers.isEmpty ? nil : $0.stickers
            },
            .sometimes("expires", .moment, "When it is deleted, in milliseconds since 1970.") {
                if case .due(let moment) = $0.expiry { moment } else { nil }
            },
            .sometimes("kept", .flag, "True for a message that would expire and is kept.") {
                $0.expiry == .kept ? true : nil
            },
        ]
    )

    private static let summary = Variant<Row>(
        "summary",
        "The line that replaced a message of a session.",
        [
            Field("id", .description, "The id of the message that it replaced.") { (line: SummaryLine) in line.item },
            Field("sender", .text, "Who sent the message.", named: { $1.name(of: $0.sender) }),
        ] + maker { $0.origin } + [
            Field("text", .text, "The line.", named: { $1.caption($0.text) })
        ]
    ) { row in
        if case .summary(let line) = row.entry { line } else { nil }
    }

    private static let waiting = Shape<Item>(item.schema) { value, names in
        guard let written = names.writtenItems else { return item.json(value, names) }
        return written.json(of: value) { item.json(value, names) }
    }

    /// What stands in an input field.
    static let draftFields: [Field<Draft>] = [
        Field("id", .description, "Names exactly this content: 'window.send' is given it.") { $0.id },
        Field("message", waiting.nullable, "The message that waits to be sent.") { $0.message },
        Field("media", waiting.list(keeping: .first), "Stickers and attachments in their order.") { $0.media },
        Field("media_count", .integer, "How many there are: 'media' has the first, as many as there is room for.") {
            $0.media.count
        },
        Field("text", .text, "The text, or its beginning.", named: { $1.beginning(of: $0.text) }),
        longText { $0.text },
        .sometimes(
            "text_app",
            .text,
            "The name of the extension that wrote words of the text, or of all of them, which is not trusted.",
            named: { draft, names in draft.textOrigin.map { names.label($0.name) } }
        ),
    ]

    /// What stands in an input field.
    package static let draft = Shape<Draft>.object("Draft", "What stands in an input field.", draftFields)

    static let pageFields: [Field<TranscriptPage>] = [
        Field("count", .integer, "How many rows the whole transcript has.") { $0.count },
        Field("entries", row.list(keeping: .last), "The rows of this part, the newest last.") { page in
            page.timed.map { (number: $0.number, entry: $0.entry, time: $0.time) }
        },
    ]

    /// A part of a transcript.
    package static let page = Shape<TranscriptPage>.object("TranscriptPage", "A part of a transcript.", pageFields)
}
