internal import MayflyABI
internal import MayflyModel

/// Finds what an extension wrote into a message and nobody will see.
enum DroppedFields {
    /// One line for each such field of a message that was staged; none for other items.
    ///
    /// - Parameter call: the call that staged the item.
    static func lines(of call: Arguments, staged item: Item) -> [String] {
        guard let message = item.message else { return [] }
        var lines = mentions("summary_text", message.summaryText)
        lines += mentions("accessibility_label", message.accessibilityLabel)
        guard let layout = message.layout, let record = call["message"].record?["layout"].record else { return lines }
        let image = record["image_file"].text != nil ? "image_file" : "image_bytes"
        if layout.image != nil, record["media_file"].text != nil {
            lines.append("media_file is not sent: the layout has an \(image), which takes precedence")
        }
        if record["image_file"].text != nil, record["image_bytes"].bytes != nil {
            lines.append("image_bytes are not sent: the layout has an image_file, which takes precedence")
        }
        return lines + texts(of: layout)
    }

    private static func texts(of layout: TemplateLayout) -> [String] {
        let texts: [(name: String, text: MentionText?)] = [
            ("image_title", layout.imageTitle), ("image_subtitle", layout.imageSubtitle), ("caption", layout.caption),
            ("subcaption", layout.subcaption), ("trailing_caption", layout.trailingCaption),
            ("trailing_subcaption", layout.trailingSubcaption),
        ]
        return texts.flatMap { name, text in hidden(name, text, in: layout) + mentions(name, text) }
    }

    /// C-213, C-214
    private static func hidden(_ name: String, _ text: MentionText?, in layout: TemplateLayout) -> [String] {
        guard text?.isEmpty == false else { return [] }
        switch name {
        case "image_title" where layout.shownMedia == nil, "image_subtitle" where layout.shownMedia == nil:
            return ["\(name) is not shown: the layout has neither an image nor a media_file"]
        case "subcaption" where layout.caption?.isEmpty ?? true:
            return ["subcaption is not shown: the layout has no caption"]
        default: return []
        }
    }

    /// C-196
    private static func mentions(_ name: String, _ text: MentionText?) -> [String] {
        (text?.unknownMentions ?? []).map { mention in
            "\(name): \(mention) denotes no member of the conversation, and is shown as it stands"
        }
    }
}
