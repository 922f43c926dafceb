public import MayflyBundles
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
    public let size: StickerPack.GridSize
    /// The stickers in order; nil is an empty cell (C-239).
    public internal(set) var cells: [Sticker?]

    public init(size: StickerPack.GridSize, cells: [Sticker?] = []) {
        self.size = size
        self.cells = cells
    }
}
