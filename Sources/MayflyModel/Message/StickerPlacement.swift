/// Where a sticker lies that was put on a bubble (model 5.9).
///
/// The numbers come from people and from peers, so they are brought into their ranges, never refused.
public struct StickerPlacement: Sendable, Hashable {
    /// The bubble that bears the sticker.
    public let target: ItemID
    /// The place of the sticker's middle, from 0 at the bubble's left edge to 1 at its right.
    public let x: Double
    /// The same from 0 at the top to 1 at the bottom.
    public let y: Double
    /// 1 is the size of the sticker's file at three pixels a point; 0.25 to 4.
    public let scale: Double
    /// Degrees clockwise, from 0 up to but not including 360.
    public let rotation: Double

    public init(on target: ItemID, x: Double = 0.5, y: Double = 0.5, scale: Double = 1, rotation: Double = 0) {
        func bounded(_ value: Double, _ range: ClosedRange<Double>, otherwise: Double) -> Double {
            value.isNaN ? otherwise : min(max(value, range.lowerBound), range.upperBound)
        }
        self.target = target
        self.x = bounded(x, 0...1, otherwise: 0.5)
        self.y = bounded(y, 0...1, otherwise: 0.5)
        self.scale = bounded(scale, 0.25...4, otherwise: 1)
        let turn = rotation.isFinite ? rotation.truncatingRemainder(dividingBy: 360) : 0
        // Adding a whole turn to a tiny negative angle gives 360 itself.
        self.rotation = turn < 0 ? (turn + 360).truncatingRemainder(dividingBy: 360) : turn
    }
}

extension StickerPlacement: Codable {
    private enum CodingKeys: CodingKey {
        case target, x, y, scale, rotation
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            on: try container.decode(ItemID.self, forKey: .target),
            x: try container.decode(Double.self, forKey: .x),
            y: try container.decode(Double.self, forKey: .y),
            scale: try container.decode(Double.self, forKey: .scale),
            rotation: try container.decode(Double.self, forKey: .rotation)
        )
    }
}
