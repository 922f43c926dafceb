/// A file that is sent as it is.
public struct Attachment: Sendable, Hashable, Codable {
    public let file: MediaFile
    /// The name shown for it: the one that the extension gave, else the last component of the path (C-109).
    public let name: String

    public init(file: MediaFile, name: String? = nil) {
        self.file = file
        self.name = name ?? file.name
    }
}
