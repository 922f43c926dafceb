/// Breaks the texts of a bubble into lines and positions them.
struct BubbleDrawing {
    let width: Double
    private(set) var lines: [BubbleLayout.Line] = []

    /// The height of a bubble with neither media nor captions.
    static let emptyHeight = 40.0

    private static let inset = 12.0
    private static let gap = 8.0

    init(width: Double) { self.width = width }

    /// Title and subtitle, at the lower left of the media.
    mutating func overlay(_ rows: BubbleRows, on media: Rectangle) {
        var bottom = media.maxY - Self.gap
        let room = media.inset(by: Self.inset, 0)
        let texts = [(BubbleLayout.Role.imageSubtitle, rows.imageSubtitle), (.imageTitle, rows.imageTitle)]
        for case (let role, let text?) in texts {
            let height = Self.height(of: role)
            bottom -= height
            let frame = Rectangle(x: room.x, y: bottom, width: room.width, height: height)
            let shown = TextMeasure.font.cut(text, to: Self.units(frame.width, role))
            lines.insert(.init(role: role, text: shown, frame: frame, isTrailing: false), at: 0)
        }
    }

    /// The caption area. Without media the icon covers its upper left corner, so the text begins to the right of the icon.
    mutating func captions(_ rows: BubbleRows, below media: Rectangle?) -> Rectangle {
        let top = media?.maxY ?? 0
        let left = media == nil ? BubbleLayout.iconSize : Self.inset
        let room = Rectangle(x: left, y: top + Self.gap, width: width - left - Self.inset, height: 0)
        var bottom = room.y
        bottom = add(rows.caption, .caption, BubbleRows.captionLines, Rectangle(room, y: bottom))
        bottom = add(rows.subcaption, .subcaption, 1, Rectangle(room, y: bottom))
        return Rectangle(x: 0, y: top, width: width, height: max(bottom - top + Self.gap, Self.emptyHeight))
    }

    /// Adds both sides of a row and gives its lower edge. The trailing side takes the width that it needs, up to two fifths.
    private mutating func add(
        _ row: BubbleRows.Row?,
        _ role: BubbleLayout.Role,
        _ limit: Int,
        _ room: Rectangle
    ) -> Double {
        guard let row else { return room.y }
        var (left, right) = (room, room)
        if let trailing = row.trailing, row.leading != nil {
            let needed = Double(TextMeasure.font.of(trailing)) * role.size / 1000 + 1
            right.width = min(needed, room.width * 0.4)
            right.x = room.maxX - right.width
            left.width = room.width - right.width - Self.gap
        }
        let sides = [(row.leading, left, false), (row.trailing, right, true)]
        return sides.map { text, frame, isTrailing in
            guard let text else { return room.y }
            return add(text, role, limit, frame, isTrailing: isTrailing)
        }.max() ?? room.y
    }

    private mutating func add(
        _ text: String,
        _ role: BubbleLayout.Role,
        _ limit: Int,
        _ room: Rectangle,
        isTrailing: Bool
    ) -> Double {
        var frame = Rectangle(x: room.x, y: room.y, width: room.width, height: Self.height(of: role))
        let width = Self.units(room.width, role)
        for line in TextWrap.lines(text, width: width, upTo: limit, measure: .font) {
            lines.append(.init(role: role, text: line, frame: frame, isTrailing: isTrailing))
            frame.y += frame.height
        }
        return frame.y
    }

    private static func height(of role: BubbleLayout.Role) -> Double { role.size + 4 }

    private static func units(_ points: Double, _ role: BubbleLayout.Role) -> Int { Int(points * 1000 / role.size) }
}

extension Rectangle {
    fileprivate init(_ frame: Rectangle, y: Double) { self.init(x: frame.x, y: y, width: frame.width, height: 0) }
}
