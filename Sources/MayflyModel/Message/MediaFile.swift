/// A picture, video or other file in the media store, named by its content (D-22).
public struct MediaFile: Sendable, Hashable, Codable {
    /// Width and height in pixels, as the file says.
    public struct PixelSize: Sendable, Hashable, Codable {
        /// Pixels from left to right.
        public let width: Int
        /// Pixels from top to bottom.
        public let height: Int

        /// Width and height in pixels.
        public init(width: Int, height: Int) {
            self.width = width
            self.height = height
        }
    }

    /// The SHA-256 of the content.
    public let digest: ContentDigest
    /// The name of the original file: one path component (`FileName`), untrusted.
    public let name: String
    /// Determined by the content, never by the name.
    public let type: MediaType
    /// The length of the content in bytes.
    public let byteCount: Int
    /// Nil for a file that is not a picture or was not measured.
    public let pixelSize: PixelSize?

    /// Of a name that is a path, the last component is kept; the type and the size come from the content.
    public init(digest: ContentDigest, name: String, type: MediaType, byteCount: Int, pixelSize: PixelSize? = nil) {
        self.digest = digest
        self.name = FileName.component(of: name) ?? "file"
        self.type = type
        self.byteCount = byteCount
        self.pixelSize = pixelSize
    }
}

/// A file that is sent as it is.
public struct Attachment: Sendable, Hashable, Codable {
    /// The content and the original name.
    public let file: MediaFile
    /// The name shown for it: the one that the extension gave, else the last component of the path (C-109). It is one path
    /// component (`FileName`), so that an app which saves the file under it stays in the folder that it chose.
    public let name: String

    /// Without a name, the name of the file is shown. Of a name that is a path, the last component is.
    public init(file: MediaFile, name: String? = nil) {
        self.file = file
        self.name = name.flatMap(FileName.component) ?? file.name
    }
}

extension MediaFile {
    /// Reads what `encode` wrote. The sender may be another program, so the name is not trusted to be one component.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            digest: try values.decode(ContentDigest.self, forKey: .digest),
            name: try values.decode(String.self, forKey: .name),
            type: try values.decode(MediaType.self, forKey: .type),
            byteCount: try values.decode(Int.self, forKey: .byteCount),
            pixelSize: try values.decodeIfPresent(PixelSize.self, forKey: .pixelSize)
        )
    }
}

extension Attachment {
    /// Reads what `encode` wrote, as `MediaFile` does.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            file: try values.decode(MediaFile.self, forKey: .file),
            name: try values.decode(String.self, forKey: .name)
        )
    }
}

extension Item {
    /// The files that it names.
    package var files: [MediaFile] {
        switch content {
        case .interactive(let message):
            [message.layout?.image, message.layout?.media, origin?.icon].compactMap(\.self)
        case .sticker(let sticker): [sticker.file]
        case .attachment(let attachment): [attachment.file]
        case .text: []
        }
    }
}

/// What a file from somebody else may be called.
package enum FileName {
    /// The longest name in bytes that file systems of Linux have (NAME_MAX).
    static let longest = 255

    /// The last component of a path, cut to the longest name; nil where there is none, or where it means a folder.
    package static func component(of path: String) -> String? {
        let last = path.lastPathPart
        guard !["", ".", ".."].contains(where: last.hasSameBytes), !last.utf8.contains(0) else { return nil }
        var end = last.utf8.index(last.startIndex, offsetBy: longest, limitedBy: last.endIndex) ?? last.endIndex
        while end.samePosition(in: last.unicodeScalars) == nil { end = last.utf8.index(before: end) }
        return String(last[..<end])
    }
}

/// The SHA-256 of a file's bytes, as 64 lower-case hexadecimal digits. It is safe as a file name.
public struct ContentDigest: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
    /// The 64 digits.
    public let rawValue: String

    /// Nil for anything but 64 digits `0` to `9` and `a` to `f`.
    public init?(rawValue: String) {
        let digits = rawValue.utf8
        guard digits.count == 64, digits.allSatisfy(Self.isDigit) else { return nil }
        self.rawValue = rawValue
    }

    /// Nil for any count but 32 bytes.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 32 else { return nil }
        self.init(rawValue: bytes.hexadecimal)
    }

    public var description: String { rawValue }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
}
