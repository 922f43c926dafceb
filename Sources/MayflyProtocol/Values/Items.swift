internal import Foundation
package import MayflyModel
internal import MayflyViews

/// How each value of the host is written as JSON, by `--json` and by the protocol alike.
package enum Shapes {}

extension Shapes {
    /// A file of the media store, by its content.
    package static let mediaFile = Shape<MediaFile>.object(
        "MediaFile",
        "A picture, a movie or another file. Its content is read by 'media.read'.",
        [
            Field("name", .text, "The name of the original file, which is not trusted.") { $0.name },
            Field("type", .name, "The type of the content.") { $0.type },
            Field("bytes", .integer, "The length of the content.") { $0.byteCount },
            Field("width", Shape<Int>.integer.nullable, "Pixels; null where it is not known.") { $0.pixelSize?.width },
            Field("height", Shape<Int>.integer.nullable, "Pixels; null where it is not known.") {
                $0.pixelSize?.height
            },
            Field("sha256", .text, "The SHA-256 of the content, in hexadecimal digits: the id of the file.") {
                $0.digest.rawValue
            },
        ]
    )

    static let error = Shape<MessageError>.object(
        "MessageError",
        "Why a call of an extension was refused, or a message was not sent.",
        [
            Field("domain", .choice(["messages", "stickers"]), "Whose numbers the code is of.") {
                switch $0.domain {
                case .messages: "messages"
                case .stickers: "stickers"
                }
            },
            Field("code", .integer, "The number that the extension gets.") { $0.code.rawValue },
            Field("message", .text, "A line for a person.") { $0.message },
        ]
    )

    private static let placement = Shape<StickerPlacement>.object(
        "StickerPlacement",
        "Where a sticker lies on a bubble.",
        [
            Field("on", .description, "The id of the bubble's item.") { $0.target },
            Field("x", .number, "Its centre, from the left edge of the bubble, 0, to the right edge, 1.") { $0.x },
            Field("y", .number, "Its centre, from the top edge of the bubble, 0, to the bottom edge, 1.") { $0.y },
            Field("scale", .number, "How much larger it is than its file at three pixels a point.") { $0.scale },
            Field("rotation", .number, "Degrees clockwise.") { $0.rotation },
        ]
    )

    private static let layout = Shape<TemplateLayout>.object(
        "Layout",
        "The content of a message's bubble, which the app draws.",
        [
            Field("image", mediaFile.nullable, "A picture, shown instead of 'media' where both are there.") {
                $0.image
            },
            Field("media", mediaFile.nullable, "A picture or a movie.") { $0.media },
            caption("image_title", "Drawn over the lower left of the picture; not shown without one.") {
                $0.imageTitle
            },
            caption("image_subtitle", "Drawn below 'image_title'.") { $0.imageSubtitle },
            caption("caption", "Drawn below the picture, in at most three lines.") { $0.caption },
            caption("subcaption", "One line below 'caption'; not shown without it.") { $0.subcaption },
            caption("trailing_caption", "Drawn at the right of 'caption'.") { $0.trailingCaption },
            caption("trailing_subcaption", "Drawn at the right of 'subcaption'.") { $0.trailingSubcaption },
        ]
    )

    private static func caption(
        _ name: String,
        _ text: String,
        _ value: @escaping @Sendable (TemplateLayout) -> MentionText?
    ) -> Field<TemplateLayout> {
        Field(
            name,
            Shape<String>.text.nullable,
            text,
            named: { layout, names in
                value(layout).map { names.caption($0) }
            }
        )
    }

    /// What an item of each kind has beside the members of all.
    static func contents<Root>(_ item: @escaping @Sendable (Root) -> Item?) -> [Variant<Root>] {
        [
            Variant("message", "A message of an extension.", messageFields) { item($0)?.message },
            Variant("sticker", "A sticker.", stickerFields) {
                if case .sticker(let sticker)? = item($0)?.content { sticker } else { nil }
            },
            Variant(
                "attachment",
                "A file.",
                [
                    Field("name", .text, "The name that is shown for it.") { (file: Attachment) in file.name },
                    Field("file", mediaFile, "Its content.") { $0.file },
                ]
            ) {
                if case .attachment(let attachment)? = item($0)?.content { attachment } else { nil }
            },
            Variant(
                "text",
                "Text.",
                [
                    Field(
                        "text",
                        .text,
                        "The text, or its beginning.",
                        named: { (text: String, names) in names.beginning(of: text) }
                    ),
                    longText { $0 },
                ]
            ) {
                if case .text(let text)? = item($0)?.content { text } else { nil }
            },
        ]
    }

    /// How long a text is of which only the beginning is written.
    static func longText<Root>(_ text: @escaping @Sendable (Root) -> String) -> Field<Root> {
        .sometimes(
            "text_bytes",
            .integer,
            "How many bytes of UTF-8 the whole text has, where 'text' is only its beginning: 'text.read' reads it.",
            named: { root, names in
                let text = text(root)
                return names.isCut(text) ? text.utf8.count : nil
            }
        )
    }

    private static let messageFields: [Field<InteractiveMessage>] = [
        Field("session", Shape<String>.text.nullable, "The session; null for a message that none replaces.") {
            $0.session?.description
        },
        Field("url", Shape<String>.text.nullable, "The extension's own content of the message.") { $0.url },
        Field("layout", layout.nullable, "What its bubble shows.") { $0.layout },
        Field(
            "summary",
            Shape<String>.text.nullable,
            "The line that replaces it when a newer one comes.",
            named: {
                $0.summaryText.map($1.caption)
            }
        ),
        Field(
            "spoken",
            Shape<String>.text.nullable,
            "What a screen reader says.",
            named: {
                $0.spokenText.map($1.caption)
            }
        ),
        Field("expires_when_read", .flag, "Whether it is deleted a short time after it was read.") { $0.shouldExpire },
        Field("error", error.nullable, "Why sending failed.") { $0.error },
    ]

    private static let stickerFields: [Field<Sticker>] = [
        Field("description", .text, "What a screen reader says.", named: { $1.label($0.description) }),
        Field("file", mediaFile, "The picture.") { $0.file },
        .sometimes("placement", placement, "Where it lies, if it lies on a bubble.") { $0.placement },
    ]

    /// A sticker that a person has used.
    package static let recentSticker = Shape<RecentSticker>.object(
        "RecentSticker",
        "A sticker that a person has used, on whatever device.",
        [
            Field("description", .text, "What a screen reader says.", named: { $1.label($0.sticker.description) }),
            Field("file", mediaFile, "The picture.") { $0.sticker.file },
        ] + maker { $0.origin }
    )

    /// The extension that made a row of a transcript.
    static func maker<Value>(_ origin: @escaping @Sendable (Value) -> Origin?) -> [Field<Value>] {
        [
            Field("extension", Shape<String>.text.nullable, "The id of the extension that made it.") {
                origin($0)?.extensionID.rawValue
            },
            .sometimes(
                "app",
                .text,
                "The name of that extension on the device of the sender, which is not trusted.",
                named: { value, names in origin(value).map { names.label($0.name) } }
            ),
        ]
    }

    /// What every item has before the members of its kind.
    static let itemHead: [Field<Item>] =
        [
            Field("id", .description, "The id of the item.") { $0.id },
            Field(
                "sender",
                .text,
                "The name of the person who sent it, or is to send it.",
                named: {
                    $1.name(of: $0.sender)
                }
            ),
        ] + maker { $0.origin } + [
            .sometimes(
                "attribution",
                .text,
                "Names that extension where no device here has it.",
                named: { item, names in
                    names.attribution(of: item).map { names.label($0) }
                }
            ),
            .sometimes(
                "icon",
                mediaFile,
                "The icon of that extension as the sender has sent it, where no device here has the extension.",
                named: { item, names in names.attribution(of: item) == nil ? nil : item.origin?.icon }
            ),
            Field(
                "lines",
                Shape<String>.text.list,
                "Its text for a person, in lines.",
                named: { $1.bounded(lines(of: $0, $1)) }
            ),
        ]

    /// An item that is not in a transcript.
    static let item = Shape<Item>.variants(
        "Item",
        "A message, a sticker, an attachment or a text.",
        by: "kind",
        contents { $0 }.map { $0.between(itemHead, []) { $0 } }
    )

    /// The lines of a long text are left out in its middle: the whole text stands beside them.
    private static func lines(of item: Item, _ names: Names) -> [String] {
        guard case .text(let text) = item.content else { return names.text(of: item).lines }
        let lines = TextLines(
            TextExcerpt(text, bytes: longestShown),
            indent: 0,
            beginning: { names.text(of: item.replacing(.text($0))).contents },
            end: { $0 }
        )
        let shown = lines.bounded(to: mostLines) { ["(\(grouped($0)) characters of this text are only in 'text')"] }
        return shown.lines + [names.attribution(of: item)].compactMap(\.self)
    }

    /// Of a text whose lines are all printed, in bytes.
    private static let longestShown = 16_384
    private static let mostLines = 200
}
