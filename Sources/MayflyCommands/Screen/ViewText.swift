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
        case .stickers(let browser): return TerminalLines.wrapped(grid(browser), to: width)
        }
    }

    private static func grid(_ browser: StickerBrowser) -> [String] {
        guard !browser.cells.isEmpty else { return ["(no stickers)"] }
        return browser.cells.enumerated().map { index, sticker in
            let number = "\(index + 1)"
            let margin = String(repeating: " ", count: max(0, 3 - number.count)) + number + "  "
            guard let sticker else { return margin + "(empty)" }
            return margin + "\(SafeText.line(sticker.description)) (\(BubbleText.facts(sticker.file)))"
        }
    }
}
