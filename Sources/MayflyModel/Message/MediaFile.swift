/// A picture, video or other file that the host has copied into its own store, named by its content (D-22).
public struct MediaFile: Sendable, Hashable, Codable {
    /// Width and height in pixels, as the file says.
    public struct PixelSize: Sendable, Hashable, Codable {
        public let width: Int
        public let height: Int

        public init(width: Int, height: Int) {
            self.width = width
            self.height = height
        }
    }

    public let digest: ContentDigest
    /// The name that the file had where it came from: one path component, untrusted.
    public let name: String
    /// Told by the content, never by the name.
    public let type: MediaType
    public let byteCount: Int
    /// Nil for what is not a picture or was not measured.
    public let pixelSize: PixelSize?

    public init(digest: ContentDigest, name: String, type: MediaType, byteCount: Int, pixelSize: PixelSize? = nil) {
        self.digest = digest
        self.name = name
        self.type = type
        self.byteCount = byteCount
        self.pixelSize = pixelSize
    }
}
