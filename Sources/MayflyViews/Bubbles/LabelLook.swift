import MayflyModel

/// Whether a person may take the beginning of a text for a label that the host writes, by what it looks like.
enum LabelLook {
    /// With two letters that look like one of them.
    private static let kinds = ["sticker:", "attachment:", "attachrnent:"]

    /// What cannot be seen at the beginning is left out.
    static func isLabel(_ text: String) -> Bool {
        let seen = text.unicodeScalars.lazy.filter { SafeText.isVisible($0) }
        guard let first = seen.first else { return false }
        if isBracket(first) { return true }
        let start = seen.prefix(16).map(plain)
        return kinds.contains { start.starts(with: $0.unicodeScalars) }
    }

    /// Whether it is an opening bracket of any kind, such as `[` and `［`, or looks like a part of one. Parentheses, braces and quotation
    /// marks are none: people begin with these every day, and no label does.
    private static func isBracket(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.properties.generalCategory == .openPunctuation { return !usualBeginnings.contains(scalar) }
        switch scalar.value {
        // Letters of tones.
        case 0x2E5...0x2E9, 0xA700...0xA721: return true
        // Corners, parts of large brackets in formulas, and lines of boxes.
        case 0x230C...0x230F, 0x231C...0x231F, 0x239B...0x23BD, 0x2500...0x259F: return true
        default: return false
        }
    }

    private static let usualBeginnings = "({（｛‚„「『〈《".unicodeScalars

    /// The small letter of ASCII that the scalar looks like; itself where it is none that the labels have.
    private static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        let value = scalar.value
        switch value {
        case 0x41...0x5A: return letter(value - 0x41)
        case 0xFF01...0xFF5E: return Unicode.Scalar(value - 0xFEE0).map(plain) ?? scalar
        // Latin letters of formulas in thirteen styles, each as capital and small ones.
        case 0x1D400...0x1D6A3: return letter((value - 0x1D400) % 26)
        // Letters in circles and in squares.
        case 0x24B6...0x24E9: return letter((value - 0x24B6) % 26)
        case 0x1F130...0x1F149, 0x1F150...0x1F169, 0x1F170...0x1F189: return letter((value - 0x1F130) % 32)
        default: return alike[scalar] ?? scalar
        }
    }

    private static func letter(_ number: UInt32) -> Unicode.Scalar {
        Unicode.Scalar(UInt8(ascii: "a") + UInt8(truncatingIfNeeded: number % 26))
    }

    /// Of Greek, Cyrillic, Armenian, Coptic, phonetic and other letters, and of signs, those that look like the ones in labels (UTS 39).
    private static let alike: [Unicode.Scalar: Unicode.Scalar] = {
        let groups: [(Unicode.Scalar, String)] = [
            ("a", "аɑαᴀ⍺ΑАàáâãäåāăą"), ("c", "сϲⅽᴄⲥСϹⅭçćĉċč"), ("e", "еҽᴇ℮ℯⅇΕЕèéêëēĕėęě"),
            ("h", "һհʜΗНｈℎĥħ"), ("i", "іιıɩɪⅰⅈӏΙІl|1ℓǀìíîïĩīĭįⲓ"), ("k", "кκᴋⲕΚКĸķ"), ("m", "мⅿᴍΜМ"),
            ("n", "ոռпᴨɴΝñńņňη"), ("r", "гᴦⲅʀŕŗř"), ("s", "ѕꜱƽЅśŝşšș"), ("t", "тτᴛΤТţťŧț"), (":", "꞉∶։׃܃ːˑ˸︰᛬"),
        ]
        var map: [Unicode.Scalar: Unicode.Scalar] = [:]
        for (letter, others) in groups { for other in others.unicodeScalars { map[other] = letter } }
        return map
    }()
}
