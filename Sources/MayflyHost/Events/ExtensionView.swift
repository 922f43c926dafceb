public import MayflyModel
public import MayflyViews

/// What is shown in the place of the extension.
public enum ExtensionView: Sendable {
    /// Nothing: no extension is open, or it has presented nothing yet.
    case none
    /// A card of the extension's, with what the person has put into it so far.
    case card(Card, CardInputs)
    /// A grid of stickers.
    case stickers(StickerBrowser)
}

/// The sticker browser: a grid that the host draws (model 2.9).
public struct StickerBrowser: Sendable {
    /// The size class, which is fixed when the browser is made.
    public enum Size: Int32, Sendable {
        case small = 0
        case regular = 1
        case large = 2

        /// Pixels of a cell's side at the scale of the art.
        public var pixels: Int {
            switch self {
            case .small: 300
            case .regular: 408
            case .large: 618
            }
        }
    }

    public let size: Size
    /// The stickers in order; nil is an empty cell (C-239).
    public internal(set) var cells: [Sticker?]

    public init(size: Size, cells: [Sticker?] = []) {
        self.size = size
        self.cells = cells
    }
}
