/// Makes untrusted text safe to show: it contains no control character and none that reorders or hides text.
///
/// The result is for people and cannot be parsed back: a backslash is not escaped. Applying a function a second time
/// changes nothing.
public enum SafeText {
    /// The largest number of scalars of one character. A longer one is shown as several, with an escape between them: nothing of it is
    /// left out, and its accents do not pile up.
    private static let scalarsInCharacter = 24
    /// No emoji needs a joiner behind so many scalars. One that is escaped shows the emoji that follow it.
    private static let scalarsBeforeJoiner = 16
    /// How many bytes of UTF-8 are looked at for each character of the limit. To find the end of a character takes as
    /// long as the character is, and one may have a million scalars.
    private static let bytesInCharacter = 16

    /// One line: every control character and newline becomes an escape such as `\n` or `\u{1B}`.
    ///
    /// `limit` counts characters of the text; what is longer is cut and ends in `…`. A limit below 0 counts as 0. Text with more than
    /// 16 bytes for each of these characters is cut, too. A character of more than 24 scalars counts as several.
    public static func line(_ text: String, limit: Int = 200) -> String {
        if text.utf8.count <= limit, hasOnly(text, isPrintable) { return text }
        let start = beginning(of: text, characters: limit)
        let isWhole = start.utf8.count == text.utf8.count
        var result = ""
        var count = 0
        for character in start {
            guard count < limit else { return result + "…" }
            guard let parts = append(character, to: &result, keepsLines: false, most: limit - count) else {
                return result + "…"
            }
            count += parts
        }
        return isWhole ? result : result + "…"
    }

    /// The part of the text that can have that many characters, in whole scalars. A part that is cut is copied: the end of a character
    /// is looked for in all of the text that a substring is a part of.
    private static func beginning(of text: String, characters: Int) -> Substring {
        let (most, overflow) = characters.multipliedReportingOverflow(by: bytesInCharacter)
        // A second call must not cut what the first one has cut, which ends in `…`.
        guard !overflow, text.utf8.count - "…".utf8.count > most else { return text[...] }
        return Substring(String(beginning(of: text, bytes: most)))
    }

    /// The part of the text that has at most so many bytes of UTF-8, in whole scalars.
    package static func beginning(of text: String, bytes most: Int) -> Substring {
        let most = max(0, most)
        guard text.utf8.count > most else { return text[...] }
        var end = text.utf8.index(text.startIndex, offsetBy: most)
        while text.utf8[end] & 0xC0 == 0x80 { text.utf8.formIndex(before: &end) }
        return text[..<end]
    }

    /// The whole text with its line breaks as `\n`; a tab becomes four spaces, other control characters are escaped as
    /// in `line`.
    public static func block(_ text: String) -> String {
        if hasOnly(text, { isPrintable($0) || $0 == 0x0A }) { return text }
        var result = ""
        for character in text { append(character, to: &result, keepsLines: true) }
        return result
    }

    /// Whether it is a printable character of ASCII.
    static func isPrintable(_ byte: UInt8) -> Bool { byte >= 0x20 && byte <= 0x7E }

    /// Whether all bytes of the text are allowed. Most texts are plain, so this is a simple loop: in a debug build, an iterator takes
    /// many times as long.
    static func hasOnly(_ text: String, _ isAllowed: (UInt8) -> Bool) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            var index = 0
            while index < bytes.count, isAllowed(bytes[index]) { index += 1 }
            return index == bytes.count
        }
    }

    /// Its scalars are compared, never the character: the comparison of two characters takes as long as the square of their accents.
    ///
    /// - Parameter most: in how many parts it may be shown.
    /// - Returns: in how many parts it is shown; nil where these are not all of it.
    @discardableResult
    private static func append(
        _ character: Character,
        to result: inout String,
        keepsLines: Bool,
        most: Int = .max
    ) -> Int? {
        let scalars = character.unicodeScalars
        // No character begins with one of these and has others, but for CR LF.
        switch scalars.first {
        case "\n" where keepsLines:
            result.append("\n")
            return 1
        case "\r" where keepsLines && scalars.count == 2:
            result.append("\n")
            return 1
        case "\t" where keepsLines:
            result.append("    ")
            return 1
        default: break
        }
        var previous: Unicode.Scalar?
        var (parts, length) = (1, 0)
        for scalar in scalars {
            let isEnd = length == scalarsInCharacter || length >= scalarsBeforeJoiner && isJoiner(scalar)
            if isEnd {
                guard parts < most else { return nil }
                parts += 1
                // The end of the escape begins a character, which counts as this scalar.
                length = 0
            }
            if isEnd || isHarmful(scalar) || isVariationSelector(scalar) && previous?.properties.isEmoji != true {
                result.append(escape(scalar))
            } else {
                result.unicodeScalars.append(scalar)
            }
            length += 1
            previous = scalar
        }
        return parts
    }

    /// Controls (C0, DEL, C1), line and paragraph separators, and those that are invisible, or that reorder or hide text.
    ///
    /// The joiners U+200C and U+200D stay: Persian words and many emoji need them. So do U+FE0E and U+FE0F, of which `line` and
    /// `block` keep only those after an emoji.
    package static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x20...0x7E: false
        case ...0x9F: true
        case 0x061C, 0x200B, 0x200E, 0x200F, 0x202A...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB,
            0xE0000...0xE007F:
            true
        default:
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: true
            default:
                scalar.properties.isDefaultIgnorableCodePoint && !isJoiner(scalar) && !isVariationSelector(scalar)
            }
        }
    }

    /// Zero width non-joiner and joiner.
    package static func isJoiner(_ scalar: Unicode.Scalar) -> Bool { scalar == "\u{200C}" || scalar == "\u{200D}" }

    /// Those that choose between the drawing of an emoji as text and as a picture.
    static func isVariationSelector(_ scalar: Unicode.Scalar) -> Bool { scalar == "\u{FE0E}" || scalar == "\u{FE0F}" }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        default: "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
        }
    }
}
