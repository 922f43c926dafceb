/// A PNG, APNG, GIF or JPEG of up to 500,000 bytes, ideally with sides of 300 to 618 pixels.
public struct Sticker: Equatable, Sendable {
    /// An absolute path or a `file://` URL inside the private folder or the bundle.
    public var file: String
    /// The text for screen readers; cut after 150 characters (C-233).
    public var localizedDescription: String

    /// The host checks the file when the sticker is used.
    public init(file: String, localizedDescription: String) {
        self.file = file
        self.localizedDescription = localizedDescription
    }
}

/// The size of the cells of a sticker browser (C-234).
public enum StickerSize: Int32, Sendable {
    /// 100 points a side.
    case small = 0
    /// 136 points a side.
    case regular = 1
    /// 206 points a side.
    case large = 2
}
