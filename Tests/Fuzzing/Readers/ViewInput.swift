import MayflyModel
import MayflyViews

/// Reads a card, draws it as wide as any terminal, and uses everything on it.
enum ViewInput {
    static func read(_ bytes: [UInt8]) {
        guard var card = try? Card(json: String(decoding: bytes, as: UTF8.self)) else { return }
        precondition(card.notes.allSatisfy(ShownText.isLine), "a note is no line")
        var inputs = CardInputs(card)
        draw(card, inputs)
        for control in card.controls.prefix(8) { _ = try? inputs.tap(control, in: &card) }
        draw(card, inputs)
        for input in card.inputs.prefix(8) {
            for value in ["", "1", inputs.value(of: input.id) ?? "two\nlines"] {
                try? inputs.set(input.id, to: value, style: .expanded)
            }
        }
        for control in card.controls.prefix(8) { _ = try? inputs.submission(for: control) }
        draw(card, inputs)
    }

    private static func draw(_ card: Card, _ inputs: CardInputs) {
        for (width, style) in [(20, PresentationStyle.compact), (72, .expanded)] {
            let lines = CardPrinter(width: width, style: style).lines(of: card, inputs: inputs)
            precondition(lines.allSatisfy(ShownText.isLine), "a drawn line is no line")
            precondition(lines.count <= CardLimits.drawnLines + CardLimits.parts * 4 + 2, "a card is too long")
        }
    }
}
