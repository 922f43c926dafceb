/// A picture to send or to stick on a bubble (model 2.9).
public struct Sticker: Sendable, Hashable, Codable {
    public let file: MediaFile
    /// Spoken for the sticker; at most 150 Unicode scalars (C-233).
    public let description: String

    /// The longest description; what is longer is cut (D-05).
    public static let maximumDescriptionScalars = 150

    /// Cuts the description to 150 Unicode scalars (D-05).
    public init(file: MediaFile, description: String) {
        self.file = file
        var kept = String.UnicodeScalarView()
        kept.append(contentsOf: description.unicodeScalars.prefix(Self.maximumDescriptionScalars))
        self.description = String(kept)
    }
}
