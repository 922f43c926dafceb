/// Measures the width of text in whole units: cells of a terminal, or thousandths of a font's size.
struct TextMeasure: Sendable {
    private let character: @Sendable (Character) -> Int
    /// The widths of the characters of ASCII that are printed, from the space to the tilde.
    private let plain: [Int]

    init(character: @escaping @Sendable (Character) -> Int) {
        self.character = character
        plain = (Self.firstPlain...Self.lastPlain).map { character(Character(Unicode.Scalar($0))) }
    }

    private static let firstPlain: UInt8 = 0x20
    private static let lastPlain: UInt8 = 0x7E

    var space: Int { plain[0] }

    /// The cells of a terminal.
    static let cells = TextMeasure { TextWidth.of($0) }

    func of(_ character: Character) -> Int { self.character(character) }

    func of(_ text: some StringProtocol) -> Int { of(plain: text) ?? text.reduce(0) { $0 + character($1) } }

    /// The width of a text of printed ASCII, which most texts are: to find its characters would take much longer. Nil for another.
    private func of(plain text: some StringProtocol) -> Int? {
        let width: Int?? = text.utf8.withContiguousStorageIfAvailable { bytes in
            var (width, index) = (0, 0)
            while index < bytes.count {
                guard let next = of(plain: bytes[index]) else { return nil }
                width += next
                index += 1
            }
            return width
        }
        return width ?? nil
    }

    /// The width of a character of printed ASCII; nil for another byte.
    func of(plain byte: UInt8) -> Int? {
        byte >= Self.firstPlain && byte <= Self.lastPlain ? plain[Int(byte - Self.firstPlain)] : nil
    }

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
