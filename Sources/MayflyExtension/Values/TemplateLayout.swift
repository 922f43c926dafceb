/// The content of a bubble, which the host draws.
///
/// A participant's ``Identifier/token`` in a text is drawn as the person's name on every device (C-187, C-195).
public struct TemplateLayout: Equatable, Sendable {
    /// A picture file: PNG, APNG, GIF or JPEG, ideally with sides of 900 pixels. It is shown instead of ``mediaFile``
    /// (C-202).
    public var imageFile: String?
    /// The same picture from memory, for one that is in no file: the whole content of such a file, up to 16 MiB. ``imageFile`` has
    /// precedence. The host copies it; in a message from the host it is `nil`, and the picture is in a file.
    public var imageBytes: [UInt8]?
    /// A picture or a video (C-203).
    public var mediaFile: String?
    /// Drawn over the lower left of the picture; ignored without one (C-214).
    public var imageTitle: String?
    /// Drawn below ``imageTitle``.
    public var imageSubtitle: String?
    /// Drawn below the picture, at most three lines.
    public var caption: String?
    /// One line below ``caption``; hidden without it (C-213).
    public var subcaption: String?
    /// Drawn at the right of ``caption``.
    public var trailingCaption: String?
    /// Drawn at the right of ``subcaption``.
    public var trailingSubcaption: String?

    /// An empty layout has no caption area at all (C-210).
    public init(
        imageFile: String? = nil,
        imageBytes: [UInt8]? = nil,
        mediaFile: String? = nil,
        imageTitle: String? = nil,
        imageSubtitle: String? = nil,
        caption: String? = nil,
        subcaption: String? = nil,
        trailingCaption: String? = nil,
        trailingSubcaption: String? = nil
    ) {
        self.imageFile = imageFile
        self.imageBytes = imageBytes
        self.mediaFile = mediaFile
        self.imageTitle = imageTitle
        self.imageSubtitle = imageSubtitle
        self.caption = caption
        self.subcaption = subcaption
        self.trailingCaption = trailingCaption
        self.trailingSubcaption = trailingSubcaption
    }
}
