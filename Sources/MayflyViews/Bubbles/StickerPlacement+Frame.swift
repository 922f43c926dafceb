import MayflyModel

extension StickerPlacement {
    /// How far a sticker may extend beyond its bubble, in points. Nothing else is drawn there.
    static let overhang = 12.0

    /// The frame of the sticker on a bubble, before its rotation about its centre.
    ///
    /// However large the file and the scale are, one sticker covers at most half of the bubble's width and nothing of other rows: it is
    /// made smaller, and moved to the bubble. A smaller one lies inside of the `box` of a larger one.
    ///
    /// - Parameters:
    ///   - size: the file's; three pixels make a point. Nil counts as 150 by 150 pixels.
    ///   - factor: by which it is made smaller further.
    func frame(of size: MediaFile.PixelSize?, on bubble: Rectangle, factor: Double = 1) -> Rectangle {
        placed(size, on: bubble, factor).frame
    }

    /// What the sticker stays inside of, turned as it is.
    func box(of size: MediaFile.PixelSize?, on bubble: Rectangle) -> Rectangle { placed(size, on: bubble, 1).box }

    private func placed(
        _ size: MediaFile.PixelSize?,
        on bubble: Rectangle,
        _ factor: Double
    ) -> (frame: Rectangle, box: Rectangle) {
        var width = Double(min(max(1, size?.width ?? 150), 10_000)) * scale / 3
        var height = Double(min(max(1, size?.height ?? 150), 10_000)) * scale / 3
        // Turned by any angle, it stays inside of a square whose side is its diagonal.
        let diagonal = (width * width + height * height).squareRoot()
        var side = rotation == 0 ? (width: width, height: height) : (width: diagonal, height: diagonal)
        let factor = min(1, bubble.width / 2 / side.width, bubble.height / side.height) * factor
        (width, height, side) = (width * factor, height * factor, (side.width * factor, side.height * factor))
        let area = bubble.inset(by: -Self.overhang, -Self.overhang)
        func middle(_ place: Double, _ side: Double, _ low: Double, _ high: Double) -> Double {
            min(max(place, low + side / 2), high - side / 2)
        }
        let x = middle(bubble.x + x * bubble.width, side.width, area.x, area.maxX)
        let y = middle(bubble.y + y * bubble.height, side.height, area.y, area.maxY)
        func around(_ width: Double, _ height: Double) -> Rectangle {
            Rectangle(x: x - width / 2, y: y - height / 2, width: width, height: height)
        }
        return (around(width, height), around(side.width, side.height))
    }
}
