public import MayflyModel

/// The rows of a bubble and their texts. Every drawing of a bubble uses these rules (model 7.1, 7.2).
///
/// The texts are one line each, made safe to show, with names in place of mentions; an empty text counts as none.
public struct BubbleRows: Sendable, Hashable {
    /// A row of the caption area, with a text at the left, at the right, or both.
    public struct Row: Sendable, Hashable {
        /// The text at the left; nil without one.
        public let leading: String?
        /// The text at the right; nil without one.
        public let trailing: String?

        init?(_ leading: String?, _ trailing: String?) {
            guard leading != nil || trailing != nil else { return nil }
            self.leading = leading
            self.trailing = trailing
        }
    }

    /// The picture or movie of the body; nil for a bubble without media area.
    public let media: MediaFile?
    /// White, at the media's lower left (C-208). Nil without media (C-214).
    public let imageTitle: String?
    /// Below the title. Nil without media (C-214).
    public let imageSubtitle: String?
    /// Dark text, each side at most `captionLines` lines and then `…` (C-212).
    public let caption: Row?
    /// Grey text of one line. Its left side is nil without a caption (C-213).
    public let subcaption: Row?
    /// Any of the four texts makes the area (C-226), also a subcaption that is not drawn; none of them, none (C-210).
    public let hasCaptionArea: Bool

    /// How many lines a caption or trailing caption may have (C-212).
    public static let captionLines = 3

    /// - Parameters:
    ///   - layout: nil for a message without one, which has no rows.
    ///   - name: the name of a mentioned participant on this device.
    public init(_ layout: TemplateLayout?, name: (ParticipantID) -> String) {
        func shown(_ text: MentionText?) -> String? {
            guard let text, !text.isEmpty else { return nil }
            return SafeText.line(text.display(name: name), limit: Self.longestText)
        }
        media = layout?.shownMedia
        imageTitle = media == nil ? nil : shown(layout?.imageTitle)
        imageSubtitle = media == nil ? nil : shown(layout?.imageSubtitle)
        let leading = shown(layout?.caption)
        let below = shown(layout?.subcaption)
        caption = Row(leading, shown(layout?.trailingCaption))
        subcaption = Row(leading == nil ? nil : below, shown(layout?.trailingSubcaption))
        hasCaptionArea = caption != nil || subcaption != nil || below != nil
    }

    /// In characters; no row has room for more.
    private static let longestText = 1_000
}
