internal import MayflyModel

/// What a file is for, which says of what types it may be.
enum MediaRole {
    case attachment
    /// A layout's image.
    case image
    /// A layout's media file (model 7.4).
    case media

    func allows(_ type: MediaType) -> Bool {
        switch self {
        case .attachment: true
        case .image: type.isPicture
        case .media: type.isPlayable
        }
    }

    /// What is allowed, for messages.
    var need: String {
        switch self {
        case .attachment: "a PNG, GIF, JPEG, MP4, QuickTime, WebM or text file"
        case .image: "a PNG, GIF or JPEG file"
        case .media: "a PNG, GIF, JPEG, MP4, QuickTime or WebM file"
        }
    }
}
