public import MayflyModel

/// An SVG 2 picture of a conversation as one person sees it: own bubbles at the right, others at the left.
///
/// The document is self-contained: it embeds the pictures and uses the viewer's fonts. `SafeText` escapes all text from other
/// people. Each bubble is a group with its text for screen readers (C-215).
public struct TranscriptPicture: Sendable {
    /// What the drawing needs to know of the device that it is drawn for.
    public struct Surroundings: Sendable {
        /// The person whose bubbles are at the right; nil when all bubbles are at the left.
        public var viewer: ParticipantID?
        /// The name of a person on this device.
        public var name: @Sendable (ParticipantID) -> String
        /// Whether this device lacks an extension; its items then get a line that names it (model 10.4).
        public var lacks: @Sendable (ExtensionID) -> Bool
        /// The bytes of a picture that a message shows; nil where there are none.
        public var picture: @Sendable (MediaFile) -> PictureData?
        /// The icon of an extension on this device; nil draws the one that came with the message, or the first letter of its name.
        public var icon: @Sendable (ExtensionID) -> PictureData?

        /// Without `picture` and `icon`, placeholders are drawn. The closures run only while the picture is made.
        public init(
            viewer: ParticipantID?,
            name: @escaping @Sendable (ParticipantID) -> String,
            lacks: @escaping @Sendable (ExtensionID) -> Bool = { _ in false },
            picture: @escaping @Sendable (MediaFile) -> PictureData? = { _ in nil },
            icon: @escaping @Sendable (ExtensionID) -> PictureData? = { _ in nil }
        ) {
            self.viewer = viewer
            self.name = name
            self.lacks = lacks
            self.picture = picture
            self.icon = icon
        }
    }

    /// The whole document.
    public let svg: String

    /// In points.
    public static let width = 390.0
    static let margin = 20.0
    static let bubbleWidth = 264.0

    /// - Parameters:
    ///   - entries: the rows from the oldest to the newest.
    ///   - title: the title of the document, for screen readers.
    public init(_ entries: [TranscriptEntry], title: String, _ surroundings: Surroundings) {
        var drawing = TranscriptDrawing(surroundings)
        for entry in entries { drawing.add(entry) }
        svg = Self.document(drawing, title: SafeText.line(title))
    }

    private static func document(_ drawing: TranscriptDrawing, title: String) -> String {
        let height = drawing.bottom + margin
        var writer = SVGWriter()
        writer.element(
            "svg",
            [
                "xmlns": "http://www.w3.org/2000/svg", "width": .number(width), "height": .number(height),
                "viewBox": .text("0 0 \(Int(width)) \(Int(height.rounded(.up)))"),
                "font-family": "system-ui, 'DejaVu Sans', Helvetica, Arial, sans-serif",
            ]
        ) { writer in
            writer.element("title", text: title)
            writer.element("defs") { $0.append(drawing.definitions) }
            writer.element("rect", ["width": "100%", "height": "100%", "fill": "#ffffff"])
            writer.append(drawing.body)
        }
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + writer.text
    }
}
