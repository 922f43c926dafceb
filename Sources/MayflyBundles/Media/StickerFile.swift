package import MayflyModel

/// A picture file that may be sent as a sticker (model 2.9).
package struct StickerFile: Sendable {
    /// The unchanged content: stickers are never converted (C-245).
    package let bytes: [UInt8]
    /// The name of the file; untrusted.
    package let name: String
    package let picture: PictureInfo
    /// The text for screen readers, cut to 150 Unicode scalars (C-233).
    package let description: String
    /// Unusual properties that break no rule, such as an unusual size (C-244); one line each.
    package let warnings: [String]

    /// The largest file in bytes: 500 KB of 1,000 bytes each (D-04).
    package static let maximumSize = 500_000
    /// The chunks, blocks or segments of one file; a GIF of the largest size has 2,000 blocks of data.
    static let maximumParts = 8192
    /// The sizes at which stickers look best, in pixels (model 2.3).
    static let usualSides = 300...618

    /// Reads and checks the file of a reference; the codes come in the order 4, 1, 2, 5, 6, 7 (D-03).
    ///
    /// Errors are of the stickers' domain.
    package static func read(
        _ reference: String,
        description: String,
        in folders: [AllowedFolder]
    ) throws(MessageError) -> StickerFile {
        let file = try BoundedFile.read(
            reference,
            as: label(description, reference),
            in: folders,
            limit: maximumSize,
            tooLarge: .stickerImproperSize,
            domain: .stickers
        )
        return try StickerFile(
            bytes: file.bytes,
            name: file.name,
            description: description,
            parts: maximumParts
        )
    }

    /// Checks the content of a file that the host has made of several; throws codes 6 and 7.
    package init(bytes: [UInt8], name: String, description: String) throws(MessageError) {
        try self.init(bytes: bytes, name: name, description: description, parts: PictureSize.maximumParts)
    }

    private init(bytes: [UInt8], name: String, description: String, parts: Int) throws(MessageError) {
        guard bytes.count <= Self.maximumSize else {
            let problem = FileProblem.tooLarge(bytes.count, limit: Self.maximumSize)
            let line = "\(Self.label(description, name)): \(problem.reason)"
            throw MessageError(.stickerImproperSize, line, domain: .stickers)
        }
        do {
            picture = try MediaProbe.picture(bytes, parts: parts)
        } catch {
            let line = "\(Self.label(description, name)): \(error.reason)"
            throw MessageError(.stickerImproperFormat, line, domain: .stickers)
        }
        self.bytes = bytes
        self.name = name
        self.description = Sticker.shortened(description)
        warnings = Self.warnings(for: picture.size)
    }

    /// The name of a sticker in errors and warnings: its description, or the name of its file.
    package static func label(_ description: String, _ file: String) -> String {
        "sticker '\(shown(description.isEmpty ? file.lastPathPart : description))'"
    }

    static func warnings(for size: MediaFile.PixelSize) -> [String] {
        guard usualSides.contains(size.width), usualSides.contains(size.height) else {
            return ["\(size.width) x \(size.height) pixels; sides of 300 to 618 look best"]
        }
        return []
    }
}
