/// A picture, named by its address. A terminal shows its text.
public struct CardImage: Sendable, Equatable {
    /// How large a picture is; `HostConfig` has the sizes.
    public enum Size: String, Sendable, CaseIterable {
        /// The values of `Image.size`.
        case auto, stretch, small, medium, large
    }

    /// Where the picture is.
    public let picture: CardPicture
    /// A description of the picture for screen readers and terminals. Untrusted.
    public let altText: String?
    /// How large the picture is, where it has no width or height of its own.
    public var size = Size.auto
    /// In pixels; nil for that of `size`.
    public var width: Int?
    /// In pixels; nil for that of `size`.
    public var height: Int?
    /// Whether the picture is that of a person, and drawn round.
    public var isPerson = false
    /// Where the picture stands in a wider place; nil for the alignment around it.
    public var alignment: CardText.Alignment?
    /// Behind transparent parts: `#RRGGBB` or `#AARRGGBB`.
    public var backgroundColor: String?
    /// What a tap on the picture does: its own action, or for a picture of the web without one, to open its address.
    public internal(set) var selectAction: CardAction?
}

/// Pictures side by side.
public struct CardImageSet: Sendable, Equatable {
    /// In the order of the card. Those that are not visible are left out of a drawing.
    public internal(set) var images: [Element]
    /// How large each picture is.
    public let size: CardImage.Size

    /// A picture of a set.
    public struct Element: Sendable, Equatable {
        /// The extension's own name for the picture.
        public let id: String?
        /// False keeps the picture out of every drawing.
        public internal(set) var isVisible: Bool
        /// The picture.
        public internal(set) var image: CardImage
    }
}

/// A movie or a sound. It is not played: its picture and its text are shown, with links.
public struct CardMedia: Sendable, Equatable {
    /// A file of the movie in one format.
    public struct Source: Sendable, Equatable {
        /// Such as `video/mp4`. Untrusted.
        public let type: String?
        /// Opens the address, where it is one of the web.
        public internal(set) var link: CardAction?
    }

    /// A picture for the movie.
    public let poster: CardPicture?
    /// A description of the movie. Untrusted.
    public let altText: String?
    /// The formats, the preferred first.
    public internal(set) var sources: [Source]
}
