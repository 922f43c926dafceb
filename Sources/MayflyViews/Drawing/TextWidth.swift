/// The number of terminal cells of a text: two for East Asian wide characters and emoji, none for a combining mark.
enum TextWidth {
    static func of(_ text: String) -> Int {
        if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return text.utf8.count }
        return text.reduce(0) { $0 + of($1) }
    }

    /// The sum of the parts of a character: a terminal that cannot join them draws each, and a line must fit there, too.
    static func of(_ character: Character) -> Int {
        let width = character.unicodeScalars.reduce(0) { $0 + of($1) }
        return character.unicodeScalars.contains("\u{FE0F}") ? max(2, width) : width
    }

    private static func of(_ scalar: Unicode.Scalar) -> Int {
        if scalar.value < 0x300 { return 1 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        return scalar.properties.isEmojiPresentation || wide.contains { $0.contains(scalar.value) } ? 2 : 1
    }

    /// The text cut to at most `width` cells; what is cut ends in `…`.
    static func cut(_ text: String, to width: Int) -> String {
        TextMeasure.cells.cut(text, to: width)
    }

    /// The blocks of Unicode whose characters are wide (UAX #11, W and F), joined where nothing but gaps lies between.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
        0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F200...0x1F2FF, 0x1F300...0x1F64F,
        0x1F680...0x1F6FF, 0x1F900...0x1FAFF, 0x20000...0x3FFFD,
    ]
}
