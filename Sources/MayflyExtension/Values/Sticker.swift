/// A PNG, APNG, GIF or JPEG of up to 500,000 bytes, best of 300 to 618 pixels a side.
public struct Sticker: Equatable, Sendable {
    /// An absolute path or a `file://` URL inside the private folder or the bundle.
    public var file: String
    /// Spoken for the sticker; cut after 150 characters (C-233).
    public var localizedDescription: String

    /// The host looks at the file only when the sticker is used, and answers then.
    public init(file: String, localizedDescription: String) {
        self.file = file
        self.localizedDescription = localizedDescription
    }
}
