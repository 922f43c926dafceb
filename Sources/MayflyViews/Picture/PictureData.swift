public import MayflyModel

/// The bytes of a picture, to be put into another one.
public struct PictureData: Sendable, Hashable {
    public let type: MediaType
    public let bytes: [UInt8]

    /// Nil for what is no picture.
    public init?(type: MediaType, bytes: [UInt8]) {
        guard type.isPicture else { return nil }
        self.type = type
        self.bytes = bytes
    }

    /// RFC 2397. An animated PNG goes as a PNG, which it is.
    var dataURI: String { "data:\(mediaType);base64,\(Base64.text(of: bytes))" }

    private var mediaType: String {
        switch type {
        case .gif: "image/gif"
        case .jpeg: "image/jpeg"
        default: "image/png"
        }
    }
}
