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

extension ExtensionView {
    /// The sticker of a browser with that number, counted from 1.
    ///
    /// Throws `.notPossibleNow` where no browser is shown, and `.unknownControl` for a number without a sticker.
    public func sticker(_ number: Int) throws(MayflyError) -> Sticker {
        guard case .stickers(let browser) = self else {
            throw MayflyError(.notPossibleNow, "no sticker browser is shown")
        }
        guard number >= 1, number <= browser.cells.count, let sticker = browser.cells[number - 1] else {
            throw MayflyError(
                .unknownControl,
                "there is no sticker \(number); the browser shows \(browser.cells.count)"
            )
        }
        return sticker
    }
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

extension StickerBrowser {
    /// The number of a sticker, counted from 1, that is called by it or by its description, which is its title. A number need not be
    /// that of a cell.
    package func number(called name: ControlName) throws(MayflyError) -> Int {
        switch name {
        case .number(let number): return number
        case .title(let title): return try number(described: title)
        case .typed(let text):
            if text.allSatisfy(\.isWholeNumber), let number = Int(text) { return number }
            return try number(described: text)
        case .id(let id):
            throw MayflyError(
                .unknownControl,
                "no sticker has the id '\(SafeText.line(id, limit: 80))'; stickers have a number and a description"
            )
        }
    }

    private func number(described text: String) throws(MayflyError) -> Int {
        let folded = text.lowercased()
        let index = cells.firstIndex { $0?.description.lowercased().hasSameBytes(as: folded) == true }
        guard let index else {
            throw MayflyError(.unknownControl, "no sticker is called '\(SafeText.line(text, limit: 80))'")
        }
        return index + 1
    }
}
