/// Measures the width of text in whole units: cells of a terminal, or thousandths of a font's size.
struct TextMeasure: Sendable {
    let space: Int
    private let character: @Sendable (Character) -> Int

    init(character: @escaping @Sendable (Character) -> Int) {
        self.character = character
        space = character(" ")
    }

    /// The cells of a terminal.
    static let cells = TextMeasure { TextWidth.of($0) }

    func of(_ character: Character) -> Int { self.character(character) }

    func of(_ text: some StringProtocol) -> Int { text.reduce(0) { $0 + character($1) } }

    /// The text cut to at most `width` units; what is cut ends in `…`.
    func cut(_ text: String, to width: Int) -> String {
        guard of(text) > width else { return text }
        let room = width - of("…")
        guard room >= 0 else { return "" }
        var kept = ""
        var used = 0
        for character in text {
            used += of(character)
            guard used <= room else { break }
            kept.append(character)
        }
        return kept + "…"
    }
}
