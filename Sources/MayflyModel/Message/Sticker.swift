/// A picture to send or to stick on a bubble (model 2.9).
public struct Sticker: Sendable, Hashable, Codable {
    public let file: MediaFile
    /// Spoken for the sticker; at most 150 Unicode scalars (C-233).
    public let description: String
    /// Where it lies on a bubble; nil for a sticker that has a row of its own (model 5.9).
    public let placement: StickerPlacement?

    /// The longest description; what is longer is cut (D-05).
    public static let maximumDescriptionScalars = 150

    /// Cuts the description to 150 Unicode scalars (D-05).
    public init(file: MediaFile, description: String, placement: StickerPlacement? = nil) {
        self.file = file
        self.placement = placement
        self.description = Self.shortened(description)
    }

    /// As much of a description as is kept (D-05).
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
