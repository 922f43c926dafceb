extension TextMeasure {
    /// Thousandths of the font's size, for an unknown sans-serif font of the viewer's machine.
    ///
    /// A conservative estimate by classes of characters, so that text which fits by it also fits in the drawing.
    static let font = TextMeasure { character in
        guard let first = character.unicodeScalars.first else { return 0 }
        guard first.value < 0x7F, character.unicodeScalars.count == 1 else {
            return [0, 640, 1050][min(2, TextWidth.of(character))]
        }
        return switch first {
        case " ", "!", "'", "(", ")", ",", ".", "/", ":", ";", "I", "[", "\\", "]", "f", "i", "j", "l", "r", "t", "|":
            350
        case "A"..."L", "N"..."V", "X"..."Z", "&", "w": 760
        case "M", "W", "m", "%", "@": 1000
        default: 600
        }
    }
}
