/// A picture that is sent by itself or placed on a bubble (model 2.9).
public struct Sticker: Sendable, Hashable, Codable {
    /// The picture, unchanged (C-245).
    public let file: MediaFile
    /// Spoken for the sticker; at most 150 Unicode scalars (C-233).
    public let description: String
    /// Its position on a bubble; nil for a sticker with a row of its own (model 5.9).
    public let placement: StickerPlacement?

    /// The longest description in Unicode scalars; a longer one is cut (D-05).
    public static let maximumDescriptionScalars = 150

    /// Cuts the description to 150 Unicode scalars (D-05).
    public init(file: MediaFile, description: String, placement: StickerPlacement? = nil) {
        self.file = file
        self.placement = placement
        self.description = Self.shortened(description)
    }

    /// A description, cut to 150 Unicode scalars (D-05).
    package static func shortened(_ description: String) -> String {
        var kept = String.UnicodeScalarView()
        kept.append(contentsOf: description.unicodeScalars.prefix(maximumDescriptionScalars))
        return String(kept)
    }

    /// The same sticker on a bubble.
    public func placed(_ placement: StickerPlacement) -> Sticker {
        Sticker(file: file, description: description, placement: placement)
    }
}

extension Sticker {
    /// Reads what `encode` wrote. The sender may be another program, so a long description is cut.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            file: try values.decode(MediaFile.self, forKey: .file),
            description: try values.decode(String.self, forKey: .description),
            placement: try values.decodeIfPresent(StickerPlacement.self, forKey: .placement)
        )
    }
}

/// The position of a sticker on a bubble (model 5.9).
///
/// Numbers outside of their ranges are clamped, not refused.
public struct StickerPlacement: Sendable, Hashable {
    /// The item of the bubble.
    public let target: ItemID
    /// The horizontal position of the sticker's centre, from 0 at the bubble's left edge to 1 at its right edge.
    public let x: Double
    /// The vertical position of the centre, from 0 at the top to 1 at the bottom.
    public let y: Double
    /// 1 is the size of the sticker's file at three pixels a point; 0.25 to 4.
    public let scale: Double
    /// Degrees clockwise, from 0 up to but not including 360.
    public let rotation: Double

    /// Clamps the position and the scale, and reduces the rotation to less than one turn. NaN becomes the default.
    public init(on target: ItemID, x: Double = 0.5, y: Double = 0.5, scale: Double = 1, rotation: Double = 0) {
        func bounded(_ value: Double, _ range: ClosedRange<Double>, otherwise: Double) -> Double {
            value.isNaN ? otherwise : min(max(value, range.lowerBound), range.upperBound)
        }
        self.target = target
        self.x = bounded(x, 0...1, otherwise: 0.5)
        self.y = bounded(y, 0...1, otherwise: 0.5)
        self.scale = bounded(scale, 0.25...4, otherwise: 1)
        let turn = rotation.isFinite ? rotation.truncatingRemainder(dividingBy: 360) : 0
        // Adding 360 to a tiny negative angle can round to 360.
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
