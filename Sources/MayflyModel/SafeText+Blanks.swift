extension SafeText {
    /// The text with one space for each run of blank characters, and none at its ends. With many blanks, a text could decide what
    /// stands at the beginning of the next row of a terminal.
    package static func collapsingBlanks(_ text: String) -> String {
        var result = ""
        var isAfterBlank = false
        for character in text.drop(while: isBlank) {
            let isBlank = Self.isBlank(character)
            if !isBlank { result.append(character) } else if !isAfterBlank { result.append(" ") }
            isAfterBlank = isBlank
        }
        if result.last == " " { result.removeLast() }
        return result
    }

    /// The text with the number of characters in place of each run of three or more blank ones, such as `a (2000 spaces) b`: what
    /// follows them cannot be pushed out of sight.
    package static func countingBlanks(_ text: String) -> String {
        var result = ""
        var blanks = ""
        func flushed() -> String { blanks.count < 3 ? blanks : " (\(blanks.count) spaces) " }
        for character in text {
            if isBlank(character) {
                blanks.append(character)
                continue
            }
            if !blanks.isEmpty { result += flushed() }
            blanks = ""
            result.append(character)
        }
        return result + flushed()
    }

    /// Whether a person sees anything of the text.
    package static func isVisible(_ text: String) -> Bool { text.unicodeScalars.contains(where: isVisible) }

    /// Whether a person sees anything of the scalar where it stands alone. Of what combines with a blank, fonts may draw nothing.
    package static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        if 0x21...0x7E ~= scalar.value { return true }
        guard !isBlank(scalar), !isJoiner(scalar), !isVariationSelector(scalar), !isHarmful(scalar) else {
            return false
        }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control, .surrogate, .unassigned, .privateUse: return false
        default: return true
        }
    }

    /// A line break counts, too.
    private static func isBlank(_ character: Character) -> Bool {
        character.unicodeScalars.allSatisfy { isBlank($0) || isJoiner($0) }
    }

    /// Whether nothing is drawn of it but room.
    package static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x20: true
        case 0x21...0x7E: false
        // No white space for Unicode: the braille pattern without dots, the null notehead, the blank hieroglyphs, and what stands for
        // an object that is not there, which has an empty glyph in usual fonts.
        case 0x2800, 0x1D159, 0x13441, 0x13442, 0xFFFC: true
        default: scalar.properties.isWhitespace
        }
    }
}
