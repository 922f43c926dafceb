import MayflyModel

extension StickerPlacement {
    /// The frame of the sticker on a bubble, before its rotation about its centre.
    ///
    /// - Parameter size: the file's; three pixels make a point. Nil counts as 150 by 150 pixels.
    func frame(of size: MediaFile.PixelSize?, on bubble: Rectangle) -> Rectangle {
        let points = scale / 3
        let width = Double(min(max(1, size?.width ?? 150), 10_000)) * points
        let height = Double(min(max(1, size?.height ?? 150), 10_000)) * points
        let middle = (x: bubble.x + x * bubble.width, y: bubble.y + y * bubble.height)
        return Rectangle(x: middle.x - width / 2, y: middle.y - height / 2, width: width, height: height)
    }
}
