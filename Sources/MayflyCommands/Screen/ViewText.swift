package import MayflyHost
package import MayflyModel
internal import MayflyViews

/// What an extension shows, as lines for a person.
package enum ViewText {
    package static func lines(of view: ExtensionView, style: PresentationStyle, ansi: Bool = false) -> [String] {
        switch view {
        case .none: []
        case .card(let card, let inputs): CardPrinter(style: style, ansi: ansi).lines(of: card, inputs: inputs)
        case .stickers(let browser): grid(browser)
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
