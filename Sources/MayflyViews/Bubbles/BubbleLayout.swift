public import MayflyModel

/// The position of each part of an interactive message's bubble, in points from the bubble's upper left corner (model 7).
///
/// The texts are already broken into lines. Their widths are conservative estimates for a sans-serif font.
public struct BubbleLayout: Sendable, Hashable {
    /// The row that a line of text belongs to; it decides the look of the line.
    public enum Role: String, Sendable, Hashable {
        /// White and bold, over the media (C-208).
        case imageTitle
        /// White, over the media.
        case imageSubtitle
        /// Dark.
        case caption
        /// Grey.
        case subcaption

        /// The font's size in points.
        public var size: Double {
            switch self {
            case .imageTitle, .caption: 15
            case .imageSubtitle, .subcaption: 12
            }
        }
    }

    /// One line of text.
    public struct Line: Sendable, Hashable {
        /// Gives the font size and the colour.
        public let role: Role
        /// Safe to show; fits into `frame` by the estimated widths.
        public let text: String
        /// The line's box. Text begins at its left edge; the text of a trailing line ends at its right edge.
        public let frame: Rectangle
        /// Whether the text is aligned to the right: a trailing caption or subcaption.
        public let isTrailing: Bool
    }

    /// The bubble itself. The icon and stickers may extend beyond it.
    public let body: Rectangle
    /// The visible part of the media, with corners of `cornerRadius`; nil for a bubble without media.
    public let media: Rectangle?
    /// The frame of the whole media, of which `media` is the visible part: 6 points are cut off at each side (C-216).
    public let picture: Rectangle?
    /// The frame of the icon, over the upper left corner. It is never empty: a device without the extension draws the icon that came with
    /// the message (C-211), or a letter.
    public let icon: Rectangle
    /// The area below the media; nil without any of the four captions (C-210).
    public let captionArea: Rectangle?
    /// From top to bottom.
    public let lines: [Line]

    /// The points that are cut off at each side of the media.
    public static let crop = 6.0
    /// Of the bubble and its media, in points.
    public static let cornerRadius = 16.0
    /// The width and height of the icon, in points.
    public static let iconSize = 28.0

    /// - Parameters:
    ///   - mediaSize: nil for media that were not measured, which are drawn square.
    ///   - width: the bubble's, limited to 120 to 10,000 points.
    public init(_ rows: BubbleRows, mediaSize: MediaFile.PixelSize?, width: Double) {
        let width = width.isFinite ? min(max(width, 120), 10_000) : 240
        var drawing = BubbleDrawing(width: width)
        if rows.media != nil {
            let picture = Self.picture(of: mediaSize, width: width)
            let media = picture.inset(by: Self.crop, 0)
            self.picture = picture
            self.media = media
            drawing.overlay(rows, on: media)
        } else {
            picture = nil
            media = nil
        }
        captionArea = rows.hasCaptionArea ? drawing.captions(rows, below: media) : nil
        lines = drawing.lines
        let height = captionArea?.maxY ?? media?.maxY ?? BubbleDrawing.emptyHeight
        body = Rectangle(x: 0, y: 0, width: width, height: height)
        icon = Rectangle(x: -8, y: -8, width: Self.iconSize, height: Self.iconSize)
    }

    /// As wide as the bubble and the parts that are cut off; at least 60 points and at most one and a half bubble widths high.
    private static func picture(of size: MediaFile.PixelSize?, width: Double) -> Rectangle {
        let ratio = size.map { Double(max(1, $0.height)) / Double(max(1, $0.width)) } ?? 1
        let full = width + 2 * crop
        return Rectangle(x: -crop, y: 0, width: full, height: min(max(full * ratio, 60), width * 1.5))
    }
}
