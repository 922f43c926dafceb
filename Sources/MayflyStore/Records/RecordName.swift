internal import Foundation
internal import MayflyModel

/// The rule for names of devices and conversations.
enum RecordName {
    static let maximumLength = 64
    /// The largest name in bytes before it is composed. A syllable of Hangul has 9 bytes in its longest form.
    static let maximumBytes = 9 * maximumLength

    /// Checks a name and gives its composed Unicode form (NFC), so that both forms of an accent are one name.
    ///
    /// - Throws: `.invalidName`.
    static func checked(_ text: String, of kind: String) throws(MayflyError) -> String {
        let name = composed(text) ?? ""
        let scalars = name.unicodeScalars
        guard (1...maximumLength).contains(scalars.count), scalars.first != " ", scalars.last != " ",
            scalars.allSatisfy(isAllowed)
        else {
            throw MayflyError(
                .invalidName,
                "a \(kind)'s name has 1 to \(maximumLength) letters, digits, '-', '_', '.' or inner spaces, "
                    + "unlike '\(SafeText.line(text, limit: 80))'"
            )
        }
        return name
    }

    /// The form in which names are stored and compared (NFC); nil for a text that is too long to be a name in any form. To compose a
    /// text takes the square of the number of accents on one letter.
    static func composed(_ text: String) -> String? {
        guard text.utf8.count <= maximumBytes else { return nil }
        return text.precomposedStringWithCanonicalMapping
    }

    /// Marks are allowed because they are parts of letters in many scripts.
    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
            .spacingMark, .decimalNumber:
            true
        default: scalar == "-" || scalar == "_" || scalar == "." || scalar == " "
        }
    }
}
