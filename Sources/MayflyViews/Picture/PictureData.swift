public import MayflyModel

/// The bytes of a picture to embed.
public struct PictureData: Sendable, Hashable {
    /// One of the picture types; it is not compared with the bytes.
    public let type: MediaType
    /// The whole file.
    public let bytes: [UInt8]

    /// Nil for a type that is not a picture.
    public init?(type: MediaType, bytes: [UInt8]) {
        guard type.isPicture else { return nil }
        self.type = type
        self.bytes = bytes
    }

    /// The data URI (RFC 2397). An animated PNG has the media type of a PNG.
    var dataURI: String { "data:\(mediaType);base64,\(Base64.text(of: bytes))" }

    private var mediaType: String {
        switch type {
        case .gif: "image/gif"
        case .jpeg: "image/jpeg"
        default: "image/png"
        }
    }
}
