/// The stickers of a pack, read from an asset-catalogue folder without running any code (model section 8).
public struct StickerPack: Sendable, Hashable {
    /// How large the cells of a sticker browser are; the numbers are part of the C ABI (C-277).
    public enum GridSize: Int32, Sendable, CaseIterable {
        case small = 0
        case regular = 1
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
    public let gridSize: GridSize
    /// The usable stickers in the pack's order (C-240); never empty.
    public let stickers: [PackSticker]
    /// Why stickers were left out, one line each.
    public let problems: [String]
    /// What is odd without being wrong, such as an unusual size (C-244).
    public let warnings: [String]
}
