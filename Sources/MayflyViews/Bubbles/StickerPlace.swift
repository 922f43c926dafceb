import MayflyModel

/// Where a sticker is on a bubble (model 5.9).
public struct StickerPlace: Sendable, Hashable {
    /// The sticker's centre, as parts of the bubble's width and height: 0 is left and top, 1 is right and bottom.
    public let x: Double
    public let y: Double
    /// 1 is the size in which a sticker is put down.
    public let scale: Double
    /// Degrees, clockwise.
    public let rotation: Double

    /// Takes any numbers: what is out of bounds is brought to the nearest that can be drawn, what is none to the middle.
    public init(x: Double, y: Double, scale: Double = 1, rotation: Double = 0) {
        func bounded(_ value: Double, _ range: ClosedRange<Double>, otherwise: Double) -> Double {
            value.isFinite ? min(max(value, range.lowerBound), range.upperBound) : otherwise
        }
        self.x = bounded(x, 0...1, otherwise: 0.5)
        self.y = bounded(y, 0...1, otherwise: 0.5)
        self.scale = bounded(scale, 0.1...4, otherwise: 1)
        self.rotation = rotation.isFinite ? rotation.truncatingRemainder(dividingBy: 360) : 0
    }

    /// The longest side of a sticker as it is put down, in points.
    public static let standardSize = 72.0

    /// The sticker's place before it is turned about its middle.
    func frame(of size: MediaFile.PixelSize?, on bubble: Frame) -> Frame {
        let (width, height) = (Double(max(1, size?.width ?? 1)), Double(max(1, size?.height ?? 1)))
        let factor = Self.standardSize * scale / max(width, height)
        let centre = (x: bubble.x + x * bubble.width, y: bubble.y + y * bubble.height)
        return Frame(
            x: centre.x - width * factor / 2,
            y: centre.y - height * factor / 2,
            width: width * factor,
            height: height * factor
        )
    }
}
