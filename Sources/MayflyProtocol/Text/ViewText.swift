package import MayflyHost
package import MayflyModel
package import MayflyViews

/// What an extension shows, as lines for a person.
package enum ViewText {
    /// - Parameters:
    ///   - width: that of the terminal; nil elsewhere.
    ///   - area: that of a picture of a card, as for `CardPrinter`.
    package static func lines(
        of view: ExtensionView,
        style: PresentationStyle,
        ansi: Bool = false,
        width: Int? = nil,
        area: @escaping @Sendable (CardPicture, Int) -> PictureArea? = { _, _ in nil }
    ) -> [String] {
        switch view {
        case .none: return []
        case .card(let card, let inputs):
            var printer = CardPrinter(style: style, ansi: ansi)
            printer.width = min(printer.width, width ?? printer.width)
            printer.area = area
            return printer.lines(of: card, inputs: inputs)
        case .stickers(let browser):
            guard !browser.cells.isEmpty else { return TerminalLines.wrapped(["(no stickers)"], to: width) }
            return cells(of: browser, width: width).flatMap(\.self)
        }
    }

    /// The lines of each cell of a browser, in order.
    ///
    /// - Parameter area: that of the picture of a sticker; nil where only its text is shown.
    package static func cells(
        of browser: StickerBrowser,
        width: Int?,
        area: (Sticker) -> PictureArea? = { _ in nil }
    ) -> [[String]] {
        browser.cells.enumerated().map { index, sticker in
            let number = "\(index + 1)"
            let margin = String(repeating: " ", count: max(0, 3 - number.count)) + number + "  "
            let text = sticker.map { "\(SafeText.line($0.description)) (\(BubbleText.facts($0.file)))" } ?? "(empty)"
            let indent = String(repeating: " ", count: margin.count)
            let picture = sticker.flatMap(area)?.marks.map { indent + $0 } ?? []
            return TerminalLines.wrapped([margin + text], to: width) + picture
        }
    }
}
