/// An item in plain text, for a terminal and for what is spoken (model 7.10).
///
/// Rules of the drawn bubble hold here too: titles need media (C-214), a subcaption needs a caption (C-213), an empty text is
/// not drawn. All that came from others is made safe to show.
public struct BubbleText: Sendable, Hashable {
    /// One row each, in the order of model 7.10; the first of an interactive message begins with its app's name in brackets.
    public let lines: [String]

    /// The rows in one line, joined by ` / `.
    public var line: String { lines.joined(separator: " / ") }

    /// - Parameters:
    ///   - name: the name of a mentioned participant on this device.
    ///   - lacks: whether this device lacks an extension; plain content from such a one gets a line that names it (model 10.4).
    public init(_ item: Item, name: (ParticipantID) -> String, lacks: (ExtensionID) -> Bool = { _ in false }) {
        switch item.content {
        case .interactive(let message):
            let rows = message.layout.map { Self.rows(of: $0, name: name) } ?? []
            let header = "[\(SafeText.line(item.origin?.name ?? "unknown app"))]"
            lines = [([header] + rows.prefix(1)).joined(separator: " ")] + rows.dropFirst()
        case .sticker(let sticker):
            lines = ["sticker: \(SafeText.line(sticker.description)) (\(Self.facts(sticker.file)))"] + attribution()
        case .attachment(let attachment):
            lines = ["attachment: \(SafeText.line(attachment.name)) (\(Self.facts(attachment.file)))"] + attribution()
        case .text(let text):
            let rows = SafeText.block(text).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            lines = rows + attribution()
        }

        func attribution() -> [String] {
            guard let origin = item.origin, lacks(origin.extensionID) else { return [] }
            return ["from \(SafeText.line(origin.name))"]
        }
    }

    /// Type and size of a file, such as `png, 300 x 300 px, 20480 bytes`.
    public static func facts(_ file: MediaFile) -> String {
        let pixels = file.pixelSize.map { ", \($0.width) x \($0.height) px" } ?? ""
        return "\(file.type.rawValue)\(pixels), \(file.byteCount) bytes"
    }

    private static func rows(of layout: TemplateLayout, name: (ParticipantID) -> String) -> [String] {
        func shown(_ text: MentionText?) -> String? {
            guard let text, !text.isEmpty else { return nil }
            return SafeText.line(text.display(name: name))
        }
        func row(_ leading: String?, _ trailing: String?) -> String? {
            guard let trailing else { return leading }
            return [leading, "| \(trailing)"].compactMap { $0 }.joined(separator: " ")
        }
        let media = layout.shownMedia
        let caption = shown(layout.caption)
        let rows = [
            media == nil ? nil : shown(layout.imageTitle),
            media == nil ? nil : shown(layout.imageSubtitle),
            row(caption, shown(layout.trailingCaption)),
            row(caption == nil ? nil : shown(layout.subcaption), shown(layout.trailingSubcaption)),
            media.map { "(\(facts($0)))" },
        ]
        return rows.compactMap { $0 }
    }
}
