public import MayflyModel

/// Draws a card as lines of text for a terminal.
///
/// The lines contain no line break and, without `ansi`, no control character. They are for people; programs read
/// `Card.controls` and `CardInputs`.
public struct CardPrinter: Sendable {
    /// In cells; narrower than 16 is drawn as 16, wider than 400 as 400.
    public var width: Int
    /// The style that the extension is shown in; outside expanded, text inputs say that they need it.
    public var style: PresentationStyle
    /// Whether bold, dim and coloured text is marked with the escape sequences of ECMA-48.
    public var ansi: Bool
    /// The area of a picture that is drawn, of at most so many columns. The lines then have the marks of `PictureArea`.
    package var area: @Sendable (CardPicture, _ columns: Int) -> PictureArea? = { _, _ in nil }

    /// The usual width of a terminal with a margin, in the style that an extension starts in (C-070).
    public init(width: Int = 72, style: PresentationStyle = .compact, ansi: Bool = false) {
        self.width = width
        self.style = style
        self.ansi = ansi
    }

    /// The drawing of a card with what the person has put into its inputs; empty when the card shows nothing.
    ///
    /// At most `CardLimits.drawnLines` lines of body and no more work than `CardLimits.drawnBytes`, then one that says that there are
    /// more; the buttons always follow, within the same bounds.
    public func lines(of card: Card, inputs: CardInputs) -> [String] { drawing(of: card, inputs: inputs).lines }

    /// The same lines, and whether there are more than these.
    package func drawing(of card: Card, inputs: CardInputs) -> (lines: [String], isCut: Bool) {
        let width = min(max(width, 16), 400)
        var body = drawn(inputs) { $0.body(of: card.contents, width: width) }
        let buttons = drawn(inputs) { $0.lines(of: card.contents.actions, width: width) }
        if !body.lines.isEmpty, !buttons.lines.isEmpty { body.lines.append(DrawnLine()) }
        let lines = (body.lines + buttons.lines).map { $0.cut(to: width).text(ansi: ansi) }
        return (lines, body.isCut || buttons.isCut)
    }

    /// Lines with a budget of their own.
    private func drawn(
        _ inputs: CardInputs,
        _ lines: (CardDrawing) -> [DrawnLine]
    ) -> (lines: [DrawnLine], isCut: Bool) {
        let drawing = CardDrawing(inputs: inputs, style: style, isMeasuring: false, area: area)
        let all = lines(drawing)
        guard all.count > CardLimits.drawnLines || drawing.budget.isUsedUp else { return (all, false) }
        return (all.prefix(CardLimits.drawnLines) + [DrawnLine("… more lines are left out")], true)
    }
}
