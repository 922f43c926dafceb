/// The number of terminal cells of a text: two for East Asian wide characters and emoji, none for a combining mark.
enum TextWidth {
    static func of(_ text: String) -> Int { TextMeasure.cells.of(text) }

    /// The sum of the parts of a character: a terminal that cannot join them draws each, and a line must fit there, too.
    static func of(_ character: Character) -> Int {
        let width = character.unicodeScalars.reduce(0) { $0 + of($1) }
        return character.unicodeScalars.contains("\u{FE0F}") ? max(2, width) : width
    }

    /// As many as any terminal gives it that knows its version of Unicode.
    private static func of(_ scalar: Unicode.Scalar) -> Int {
        if scalar.value < 0x300 { return 1 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return 0
        // Others are drawn, such as the Arabic number sign.
        case .format where scalar.properties.isDefaultIgnorableCodePoint: return 0
        default: return scalar.properties.isEmojiPresentation || isWide(scalar.value) ? 2 : 1
        }
    }

    /// The text cut to at most `width` cells; what is cut ends in `…`.
    static func cut(_ text: String, to width: Int) -> String {
        TextMeasure.cells.cut(text, to: width)
    }

    private static func isWide(_ value: UInt32) -> Bool {
        var (low, high) = (0, wide.count)
        while low < high {
            let middle = (low + high) / 2
            if wide[middle].upperBound < value { low = middle + 1 } else { high = middle }
        }
        return low < wide.count && wide[low].contains(value)
    }

    /// All wide characters (UAX #11, W and F) of Unicode 17, in order. Blocks are joined where nothing but gaps lies between, and
    /// those of pictures have their narrow characters, too: terminals draw these in either width.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x231A...0x231B, 0x2329...0x232A, 0x23E9...0x23EC, 0x23F0...0x23F0, 0x23F3...0x23F3,
        0x25FD...0x25FE, 0x2614...0x2615, 0x2630...0x2637, 0x2648...0x2653, 0x267F...0x267F, 0x268A...0x268F,
        0x2693...0x2693, 0x26A1...0x26A1, 0x26AA...0x26AB, 0x26BD...0x26BE, 0x26C4...0x26C5, 0x26CE...0x26CE,
        0x26D4...0x26D4, 0x26EA...0x26EA, 0x26F2...0x26F3, 0x26F5...0x26F5, 0x26FA...0x26FA, 0x26FD...0x26FD,
        0x2705...0x2705, 0x270A...0x270B, 0x2728...0x2728, 0x274C...0x274C, 0x274E...0x274E, 0x2753...0x2755,
        0x2757...0x2757, 0x2795...0x2797, 0x27B0...0x27B0, 0x27BF...0x27BF, 0x2B1B...0x2B1C, 0x2B50...0x2B50,
        0x2B55...0x2B55, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
        0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DF2, 0x1AFF0...0x1B2FB,
        0x1D300...0x1D376, 0x1F004...0x1F004, 0x1F0CF...0x1F0CF, 0x1F18E...0x1F18E, 0x1F191...0x1F19A,
        0x1F1E6...0x1F64F, 0x1F680...0x1F6FF, 0x1F7E0...0x1F7F0, 0x1F900...0x1FAFF, 0x20000...0x3FFFD,
    ]
}
