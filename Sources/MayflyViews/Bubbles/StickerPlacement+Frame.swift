import MayflyModel

extension StickerPlacement {
    /// How far a sticker may extend beyond its bubble, in points. Nothing else is drawn there.
    static let overhang = 12.0

    /// The frame of the sticker on a bubble, before its rotation about its centre.
    ///
    /// However large the file and the scale are, one sticker covers at most half of the bubble's width and nothing of other rows: it is
    /// made smaller, and moved to the bubble.
    ///
    /// - Parameter size: the file's; three pixels make a point. Nil counts as 150 by 150 pixels.
    func frame(of size: MediaFile.PixelSize?, on bubble: Rectangle) -> Rectangle {
        var width = Double(min(max(1, size?.width ?? 150), 10_000)) * scale / 3
        var height = Double(min(max(1, size?.height ?? 150), 10_000)) * scale / 3
        // Turned by any angle, it stays inside of a square whose side is its diagonal.
        let diagonal = (width * width + height * height).squareRoot()
        var box = rotation == 0 ? (width: width, height: height) : (width: diagonal, height: diagonal)
        let factor = min(1, bubble.width / 2 / box.width, bubble.height / box.height)
        (width, height, box) = (width * factor, height * factor, (box.width * factor, box.height * factor))
        let area = bubble.inset(by: -Self.overhang, -Self.overhang)
        func middle(_ place: Double, _ side: Double, _ low: Double, _ high: Double) -> Double {
            min(max(place, low + side / 2), high - side / 2)
        }
        let x = middle(bubble.x + x * bubble.width, box.width, area.x, area.maxX)
        let y = middle(bubble.y + y * bubble.height, box.height, area.y, area.maxY)
        return Rectangle(x: x - width / 2, y: y - height / 2, width: width, height: height)
    }
}
