extension TextMeasure {
    /// Thousandths of the font's size, for a sans-serif font that is not known: what a reader's machine has.
    ///
    /// An estimate by classes of characters, a little on the wide side, so that text which is said to fit does.
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
