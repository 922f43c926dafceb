public import MayflyModel

/// Where everything in the bubble of an interactive message is, in points from the bubble's upper left corner (model 7).
///
/// The texts are already broken into lines. How wide they are is an estimate for a sans-serif font, on the wide side.
public struct BubbleLayout: Sendable, Hashable {
    /// What a line of text is, and so how it looks.
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
        public let role: Role
        public let text: String
        /// The line's box. Text begins at its left, that of a trailing line ends at its right.
        public let frame: Rectangle
        public let isTrailing: Bool
    }

    /// The bubble itself. The icon and stickers may reach out of it.
    public let body: Rectangle
    /// What is seen of the media, with corners of `cornerRadius`; nil for a bubble without media.
    public let media: Rectangle?
    /// Where the whole media goes, of which `media` shows a part: at each side 6 points are cut off (C-216).
    public let picture: Rectangle?
    /// The icon of the app that sent the message, over the upper left corner. It is always drawn (C-211).
    public let icon: Rectangle
    /// The area below the media; nil without any of the four captions (C-210).
    public let captionArea: Rectangle?
    /// From top to bottom.
    public let lines: [Line]

    /// What a layout may expect to be cut off at each side of its media.
    public static let crop = 6.0
    public static let cornerRadius = 16.0
    public static let iconSize = 28.0

    /// - Parameters:
    ///   - mediaSize: nil for media that were not measured, which are drawn square.
    ///   - width: the bubble's. Less than a few words have room in is taken as that.
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

    /// Wider than the bubble by what is cut off; never so flat or so high that the bubble is no use.
    private static func picture(of size: MediaFile.PixelSize?, width: Double) -> Rectangle {
        let ratio = size.map { Double(max(1, $0.height)) / Double(max(1, $0.width)) } ?? 1
        let full = width + 2 * crop
        return Rectangle(x: -crop, y: 0, width: full, height: min(max(full * ratio, 60), width * 1.5))
    }
}
