/// The look of a bubble, drawn by the host in its own style (model 2.8 and 7). Every field may be missing.
public struct TemplateLayout: Sendable, Hashable, Codable {
    /// Wins over `media` when both are set (C-202).
    public var image: MediaFile?
    public var media: MediaFile?
    public var imageTitle: MentionText?
    public var imageSubtitle: MentionText?
    public var caption: MentionText?
    public var subcaption: MentionText?
    public var trailingCaption: MentionText?
    public var trailingSubcaption: MentionText?

    /// A layout with nothing in it, which is still a layout (D-21).
    public init() {}

    /// What fills the body of the bubble; nil for a bubble without a media area (model 7.2, 7.3).
    public var shownMedia: MediaFile? { image ?? media }
}
