package import MayflyHost
package import MayflyModel
internal import MayflyViews

/// What an extension shows, as lines for a person.
package enum ViewText {
    /// - Parameter width: that of the terminal; nil elsewhere.
    package static func lines(
        of view: ExtensionView,
        style: PresentationStyle,
        ansi: Bool = false,
        width: Int? = nil
    ) -> [String] {
        switch view {
        case .none: return []
        case .card(let card, let inputs):
            var printer = CardPrinter(style: style, ansi: ansi)
            printer.width = min(printer.width, width ?? printer.width)
            return printer.lines(of: card, inputs: inputs)
        case .stickers(let browser):
            guard !browser.cells.isEmpty else { return TerminalLines.wrapped(["(no stickers)"], to: width) }
            return cells(of: browser, width: width).flatMap(\.self)
        }
    }

    /// The lines of each cell of a browser, in order.
    package static func cells(of browser: StickerBrowser, width: Int?) -> [[String]] {
        browser.cells.enumerated().map { index, sticker in
            let number = "\(index + 1)"
            let margin = String(repeating: " ", count: max(0, 3 - number.count)) + number + "  "
            let text = sticker.map { "\(SafeText.line($0.description)) (\(BubbleText.facts($0.file)))" } ?? "(empty)"
            return TerminalLines.wrapped([margin + text], to: width)
        }
    }
}
