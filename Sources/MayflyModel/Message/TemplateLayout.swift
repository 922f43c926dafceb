/// The content of a bubble that the host draws in its own style (model 2.8 and 7). Every field is optional.
public struct TemplateLayout: Sendable, Hashable, Codable {
    /// A picture; shown instead of `media` when both are set (C-202).
    public var image: MediaFile?
    /// A picture or a movie (model 7.4).
    public var media: MediaFile?
    /// Drawn over the lower left of the picture; ignored without one (C-214).
    public var imageTitle: MentionText?
    /// Drawn below `imageTitle`.
    public var imageSubtitle: MentionText?
    /// Drawn below the picture, at most three lines.
    public var caption: MentionText?
    /// One line below `caption`; hidden without it (C-213).
    public var subcaption: MentionText?
    /// Drawn at the right of `caption`.
    public var trailingCaption: MentionText?
    /// Drawn at the right of `subcaption`.
    public var trailingSubcaption: MentionText?

    /// An empty layout, which counts as a layout (D-21).
    public init() {}

    /// The file in the media area of the bubble; nil for a bubble without one (model 7.2, 7.3).
    public var shownMedia: MediaFile? { image ?? media }
}
