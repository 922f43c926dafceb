/// What a file is, told by its content and never by its name (model 2.2, code 3 and 7; 7.4).
public enum MediaType: String, Sendable, Codable, CaseIterable {
    case png
    /// A PNG with an animation control chunk.
    case apng
    case gif
    case jpeg
    case mp4
    case quicktime
    case webm
    /// UTF-8 text without control characters.
    case text

    /// Whether a sticker may be of this type (model 2.3, C-230).
    public var isPicture: Bool {
        switch self {
        case .png, .apng, .gif, .jpeg: true
        case .mp4, .quicktime, .webm, .text: false
        }
    }

    /// Whether a template layout's media file may be of this type (model 7.4, C-203).
    public var isPlayable: Bool { self != .text }

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
        }
    }
}
