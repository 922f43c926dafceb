import MayflyModel

extension ItemShape {
    /// By which factor stickers of other people are drawn smaller, so that together they cover at most half of the width of each line
    /// of words, and of the picture. It is the same for all of them, so that none replaces another.
    ///
    /// - Parameters:
    ///   - boxes: what the stickers stay inside of, before they are made smaller.
    ///   - frame: where this shape is drawn.
    func factor(ofStickersIn boxes: [Rectangle], on frame: Rectangle) -> Double {
        parts.map { $0.moved(by: frame.x, frame.y) }.reduce(1) { factor, part in
            let above = boxes.filter {
                $0.y < part.maxY && $0.maxY > part.y && $0.x < part.maxX && $0.maxX > part.x
            }
            let covered = above.reduce(0) { $0 + min($1.maxX, part.maxX) - max($1.x, part.x) }
            guard covered > part.width / 2 else { return factor }
            return min(factor, part.width / 2 / above.reduce(0) { $0 + $1.width })
        }
    }

    /// The lines of words, as wide as they are, and the picture.
    private var parts: [Rectangle] {
        let parts: [Rectangle]
        switch self {
        case .message(let layout): parts = layout.lines.map(\.words) + [layout.media].compactMap(\.self)
        case .text(let lines, _):
            parts = lines.enumerated().map { index, line in
                let width = Double(TextMeasure.font.of(line)) * Self.fontSize / 1000
                let y = Self.inset + Double(index) * Self.lineHeight
                return Rectangle(x: Self.inset, y: y, width: width, height: Self.lineHeight)
            }
        case .picture(_, let frame): parts = [frame]
        }
        return parts.filter { $0.width > 0 }
    }
}

extension BubbleLayout.Line {
    /// The part of the box that the words take.
    fileprivate var words: Rectangle {
        let width = min(frame.width, Double(TextMeasure.font.of(text)) * role.size / 1000)
        return Rectangle(
            x: isTrailing ? frame.maxX - width : frame.x,
            y: frame.y,
            width: width,
            height: frame.height
        )
    }
}
