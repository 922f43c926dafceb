import MayflyModel

/// An item whose size is known and whose position is not.
enum ItemShape {
    case message(BubbleLayout)
    /// Lines of plain text in a bubble.
    case text([String], width: Double)
    /// A picture by itself: a sticker or an attached picture.
    case picture(MediaFile, Rectangle)

    /// In points, as the shape is put down.
    var width: Double {
        switch self {
        case .message(let layout): layout.body.width
        case .text(_, let width): width
        case .picture(_, let frame): frame.width
        }
    }

    var height: Double {
        switch self {
        case .message(let layout): layout.body.height
        case .text(let lines, _): Double(lines.count) * Self.lineHeight + 2 * Self.inset
        case .picture(_, let frame): frame.height
        }
    }

    /// The distance that it extends above its position.
    var overhang: Double {
        guard case .message(let layout) = self else { return 0 }
        return max(0, -layout.icon.y)
    }

    static let fontSize = 15.0
    static let lineHeight = 20.0
    static let inset = 9.0

    /// Text as a bubble that fits it.
    init(text: String) {
        let room = TranscriptPicture.bubbleWidth - 2 * Self.inset
        let units = Int(room * 1000 / Self.fontSize)
        let lines = TextWrap.lines(text, width: units, upTo: 200, measure: .font)
        let widest = lines.map { TextMeasure.font.of($0) }.max() ?? 0
        self = .text(lines, width: min(room, Double(widest) * Self.fontSize / 1000) + 2 * Self.inset)
    }

    /// A picture whose longest side is no longer than `limit` points.
    init(picture file: MediaFile, limit: Double) {
        let width = Double(max(1, file.pixelSize?.width ?? 1))
        let height = Double(max(1, file.pixelSize?.height ?? 1))
        let factor = limit / max(width, height)
        self = .picture(file, Rectangle(x: 0, y: 0, width: max(8, width * factor), height: max(8, height * factor)))
    }
}
