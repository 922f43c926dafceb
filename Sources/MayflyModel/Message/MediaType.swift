/// The type of a file, determined by its content and never by its name (model 2.2, codes 3 and 7; 7.4).
public enum MediaType: String, Sendable, Codable, CaseIterable {
    /// A PNG without animation.
    case png
    /// A PNG with an animation control chunk.
    case apng
    /// GIF87a or GIF89a.
    case gif
    /// JPEG (ITU-T T.81).
    case jpeg
    /// An MP4 movie (ISO/IEC 14496-14) or a related brand.
    case mp4
    /// A QuickTime movie.
    case quicktime
    /// WebM: Matroska with the DocType `webm`.
    case webm
    /// UTF-8 text without control characters.
    case text
    /// Any other content, also one that begins as a picture or movie and is damaged. Only an attachment may have it. It is shown
    /// with its name and size, and nothing opens it.
    case data

    /// Whether a sticker may be of this type (model 2.3, C-230).
    public var isPicture: Bool {
        switch self {
        case .png, .apng, .gif, .jpeg: true
        case .mp4, .quicktime, .webm, .text, .data: false
        }
    }

    /// Whether a template layout's media file may be of this type (model 7.4, C-203).
    public var isPlayable: Bool { self != .text && self != .data }

    /// The usual file name extension, without the dot.
    public var fileExtension: String {
        switch self {
        case .png, .apng: "png"
        case .gif: "gif"
        case .jpeg: "jpg"
        case .mp4: "mp4"
        case .quicktime: "mov"
        case .webm: "webm"
        case .text: "txt"
        case .data: "bin"
        }
    }
}
