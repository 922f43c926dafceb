public import MayflyBundles
public import MayflyModel
public import MayflyViews

/// What the extension's part of a window shows.
public enum ExtensionView: Sendable, Equatable {
    /// Nothing: no extension is open, or it has presented nothing yet.
    case none
    /// A card of the extension, with the inputs of the person so far.
    case card(Card, CardInputs)
    /// A grid of stickers.
    case stickers(StickerBrowser)
}

/// The sticker browser: a grid that the host draws (model 2.9).
public struct StickerBrowser: Sendable, Equatable {
    /// The size class, which is fixed when the browser is made.
    public let size: StickerPack.GridSize
    /// The stickers in order; nil is an empty cell (C-239).
    public internal(set) var cells: [Sticker?]

    /// A browser with these cells; an extension fills them later.
    public init(size: StickerPack.GridSize, cells: [Sticker?] = []) {
        self.size = size
        self.cells = cells
    }
}
