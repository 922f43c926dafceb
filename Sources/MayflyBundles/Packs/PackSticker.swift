public import MayflyModel

/// One sticker of a pack, its pictures checked.
public struct PackSticker: Sendable, Hashable {
    /// How it is played.
    public enum Kind: Sendable, Hashable {
        case still
        /// The file itself moves: an APNG or a GIF (C-232).
        case animated
        /// Pictures shown one after the other.
        case sequence(Timing)
    }

    /// How the pictures of a sequence follow each other (C-241).
    public struct Timing: Sendable, Hashable {
        /// Seconds for which each picture stands.
        public let frameDuration: Double
        /// How often it is played after the first time; nil for endlessly.
        public let repetitions: Int?
    }

    /// The name of its folder in the pack, without the ending.
    public let name: String
    /// What is spoken for it, at most 150 Unicode scalars; its name when the pack gives no label (C-243).
    public let label: String
    public let kind: Kind
    /// The absolute paths of its pictures: one, or those of a sequence in order.
    public let files: [String]
    /// What the files are.
    public let type: MediaType
    /// The size of the picture, or of the first of a sequence.
    public let pixelSize: MediaFile.PixelSize
}
