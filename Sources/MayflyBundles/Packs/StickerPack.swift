public import MayflyModel

/// The stickers of a pack, read from an asset-catalogue folder without running any code (model section 8).
public struct StickerPack: Sendable, Hashable {
    /// How large the cells of a sticker browser are; the numbers are part of the C ABI (C-277).
    public enum GridSize: Int32, Sendable, CaseIterable {
        /// 300 pixels a side.
        case small = 0
        /// 408 pixels a side.
        case regular = 1
        /// 618 pixels a side.
        case large = 2

        /// The side of a cell in pixels (C-234).
        public var cellPixels: Int {
            switch self {
            case .small: 300
            case .regular: 408
            case .large: 618
            }
        }

        /// The word in a catalogue; nil for an unknown one.
        init?(name: String) {
            switch name {
            case "small": self = .small
            case "regular": self = .regular
            case "large": self = .large
            default: return nil
            }
        }
    }

    /// The name of the pack's folder, without the ending.
    public let name: String
    /// The cell size of the sticker browser.
    public let gridSize: GridSize
    /// The usable stickers in the pack's order (C-240); never empty.
    public let stickers: [PackSticker]
    /// Why stickers were left out, one line each.
    public var problems: [String] { findings.map(\.line) }
    /// The same with the rules that were broken.
    package let findings: [Finding]
    /// Unusual properties that break no rule, such as an unusual size (C-244); one line each.
    public let warnings: [String]
}

extension StickerPack {
    /// What is wrong with a part of a pack.
    package struct Finding: Sendable, Hashable {
        package let rule: Rule
        /// One line, safe to show.
        package let line: String
    }

    /// What the parts of a pack must keep.
    package enum Rule: String, Sendable, CaseIterable {
        /// The name of the grid's size.
        case gridSize
        /// One pack a catalogue, and not too many stickers and bytes.
        case amount
        /// Each sticker is listed once, by the name of its folder.
        case list
        /// The folder of a sticker and its description.
        case description
        /// The pictures of stickers.
        case picture
        /// The bytes of a sticker.
        case size
        /// Frames and times of a sequence.
        case sequence
    }
}

/// One sticker of a pack, with checked pictures.
public struct PackSticker: Sendable, Hashable {
    /// How it is played.
    public enum Kind: Sendable, Hashable {
        /// One picture without animation.
        case still
        /// One animated file: an APNG or a GIF (C-232).
        case animated
        /// Several pictures that are shown one after the other.
        case sequence(Timing)
    }

    /// How the pictures of a sequence follow each other (C-241).
    public struct Timing: Sendable, Hashable {
        /// The time for which each picture is shown, in seconds.
        public let frameDuration: Double
        /// The number of repetitions after the first play; nil for endless.
        public let repetitions: Int?
    }

    /// The name of its folder in the pack, without the ending.
    public let name: String
    /// The text for screen readers, at most 150 Unicode scalars; its name when the pack has no label (C-243).
    public let label: String
    /// How it is played.
    public let kind: Kind
    /// The absolute paths of its pictures: one, or those of a sequence in order.
    public let files: [String]
    /// The type of the files.
    public let type: MediaType
    /// The size of the picture, or of the first of a sequence.
    public let pixelSize: MediaFile.PixelSize
}
