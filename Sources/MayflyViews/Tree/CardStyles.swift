/// The distance of a block to the one above; `HostConfig` has the sizes.
public enum CardSpacing: String, Sendable, CaseIterable {
    /// The values of `spacing`.
    case none, small, `default`, medium, large, extraLarge, padding
}

/// The role of a block, from which the host chooses its background.
public enum CardContainerStyle: String, Sendable, CaseIterable {
    /// The values of `style` of a container.
    case `default`, emphasis, good, attention, warning, accent
}

/// Where blocks stand in a taller place.
public enum CardVerticalAlignment: String, Sendable, CaseIterable {
    /// The values of `verticalContentAlignment`.
    case top, center, bottom
}

/// A picture behind a block.
public struct CardBackground: Sendable, Equatable {
    /// How the picture fills the block.
    public enum FillMode: String, Sendable, CaseIterable {
        /// The values of `fillMode`.
        case cover, repeatHorizontally, repeatVertically, `repeat`
    }

    /// The picture. One of the web is not shown.
    public let picture: CardPicture
    /// How the picture fills the block.
    public var fillMode = FillMode.cover
    /// Where the picture stands from left to right.
    public var horizontalAlignment = CardText.Alignment.left
    /// Where the picture stands from top to bottom.
    public var verticalAlignment = CardVerticalAlignment.top
}

/// How the blocks of a card, a container, a column or a cell are shown.
public struct CardSurface: Sendable, Equatable {
    /// Nil for the style around it.
    public var style: CardContainerStyle?
    /// The picture behind the blocks.
    public var background: CardBackground?
    /// The least height in pixels.
    public var minimumHeight: Int?
    /// Where the blocks stand in a taller place; nil for the alignment around it.
    public var verticalAlignment: CardVerticalAlignment?
    /// Whether the background reaches through the padding around it.
    public var bleeds = false
    /// Whether the blocks run from right to left; nil for the direction around it.
    public var isRightToLeft: Bool?
}
