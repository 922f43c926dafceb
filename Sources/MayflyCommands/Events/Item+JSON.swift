internal import MayflyModel
internal import MayflyViews

extension JSONValue {
    /// An item, with the lines that a person reads of it.
    init(_ item: Item, _ names: Names) {
        let head: JSONValue = .object([
            "kind": .text(Self.kind(of: item.content)), "id": .text(item.id.description),
            "sender": .text(names.name(of: item.sender)), "extension": .optional(item.origin?.extensionID.rawValue),
            "lines": .texts(Self.lines(of: item, names)),
        ])
        self = head.adding(Self.members(of: item.content, names))
    }

    /// The lines of a long text are left out in its middle: the whole text stands beside them.
    private static func lines(of item: Item, _ names: Names) -> [String] {
        guard case .text(let text) = item.content else { return names.text(of: item).lines }
        let lines = TextLines(
            TextExcerpt(text, bytes: longestText),
            indent: 0,
            beginning: { names.text(of: item.replacing(.text($0))).contents },
            end: { $0 }
        )
        let shown = lines.bounded(to: mostLines) { ["(\(grouped($0)) characters of this text are only in 'text')"] }
        return shown.lines + [names.attribution(of: item)].compactMap(\.self)
    }

    /// Of a text whose lines are all printed, in bytes.
    private static let longestText = 16_384
    private static let mostLines = 200

    private static func kind(of content: ItemContent) -> String {
        switch content {
        case .interactive: "message"
        case .sticker: "sticker"
        case .attachment: "attachment"
        case .text: "text"
        }
    }

    private static func members(of content: ItemContent, _ names: Names) -> [Member] {
        switch content {
        case .interactive(let message):
            [
                Member("session", .optional(message.session?.description)), Member("url", .optional(message.url)),
                Member("summary", .optional(message.summaryText?.display(name: names.name(of:)))),
                Member("spoken", .optional(message.spokenText?.display(name: names.name(of:)))),
                Member("error", message.error.map { JSONValue($0) } ?? .null),
            ]
        case .sticker(let sticker):
            [Member("description", .text(sticker.description)), Member("file", JSONValue(sticker.file))]
                + (sticker.placement.map { [Member("placement", JSONValue($0))] } ?? [])
        case .attachment(let attachment):
            [Member("name", .text(attachment.name)), Member("file", JSONValue(attachment.file))]
        case .text(let text): [Member("text", .text(text))]
        }
    }

    private init(_ placement: StickerPlacement) {
        self = .object([
            "on": .text(placement.target.description), "x": .text("\(placement.x)"), "y": .text("\(placement.y)"),
            "scale": .text("\(placement.scale)"), "rotation": .text("\(placement.rotation)"),
        ])
    }

    init(_ file: MediaFile) {
        self = .object([
            "name": .text(file.name), "type": .text(file.type.rawValue), "bytes": .number(file.byteCount),
            "width": .optional(file.pixelSize?.width), "height": .optional(file.pixelSize?.height),
            "sha256": .text(file.digest.rawValue),
        ])
    }
}
