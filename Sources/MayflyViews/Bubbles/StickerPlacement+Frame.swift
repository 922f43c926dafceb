import MayflyModel

extension StickerPlacement {
    /// Where the sticker lies on a bubble before it is turned about its middle.
    ///
    /// - Parameter size: the file's, of which three pixels are a point; a file that was not measured counts as a small one.
    func frame(of size: MediaFile.PixelSize?, on bubble: Rectangle) -> Rectangle {
        let points = scale / 3
        let width = Double(min(max(1, size?.width ?? 150), 10_000)) * points
        let height = Double(min(max(1, size?.height ?? 150), 10_000)) * points
        let middle = (x: bubble.x + x * bubble.width, y: bubble.y + y * bubble.height)
        return Rectangle(x: middle.x - width / 2, y: middle.y - height / 2, width: width, height: height)
    }
}
