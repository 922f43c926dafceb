package import MayflyModel

/// An SVG picture of a card as a terminal draws it: lines of text of one width, without pictures.
///
/// `SafeText` escapes all text of the extension.
package struct CardSheet: Sendable {
    /// The whole document.
    package let svg: String

    /// In points.
    private static let cell = (width: 7.2, height: 18.0)
    private static let margin = 12.0

    /// - Parameter width: in cells, as for `CardPrinter`.
    package init(_ card: Card, _ inputs: CardInputs, style: PresentationStyle, width: Int = 72) {
        let lines = CardPrinter(width: width, style: style).lines(of: card, inputs: inputs)
        let columns = Double(min(max(width, 16), 400))
        let size = (
            width: columns * Self.cell.width + 2 * Self.margin,
            height: Double(lines.count) * Self.cell.height + 2 * Self.margin
        )
        var writer = SVGWriter()
        writer.element(
            "svg",
            [
                "xmlns": "http://www.w3.org/2000/svg", "width": .number(size.width), "height": .number(size.height),
                "viewBox": .text("0 0 \(Int(size.width.rounded(.up))) \(Int(size.height.rounded(.up)))"),
                "font-family": "'DejaVu Sans Mono', Menlo, Consolas, monospace", "font-size": 12,
            ]
        ) { writer in
            writer.element("title", text: "a card, \(style.name)")
            writer.element("rect", ["width": "100%", "height": "100%", "rx": 8, "fill": "#f2f2f4"])
            for (index, line) in lines.enumerated() where !line.isEmpty {
                writer.element(
                    "text",
                    [
                        "x": .number(Self.margin),
                        "y": .number(Self.margin + (Double(index) + 0.75) * Self.cell.height), "xml:space": "preserve",
                    ],
                    text: line
                )
            }
        }
        svg = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + writer.text
    }
}
