internal import MayflyLinux

/// Letters and digits that stand for those of a text: the text keeps its size in bytes, its spaces and its signs.
struct StandInText {
    /// Each text can be written in two ways that have no letter and no digit in common: where they differ, something was replaced.
    enum Way {
        case first
        case second
    }

    /// The same for all texts of a record, and unknown outside of it, so that a text gets the same letters everywhere.
    let key: [UInt8]

    private static let letters = Array("qxzjkvwy".utf8)

    /// The text with other letters and digits. Behind a percent sign, the two digits of an escape of URLs (`%4A`) become digits.
    func replacing(_ text: some StringProtocol, _ way: Way) -> String {
        let noise = SHA256.hash(key + Array(text.utf8))
        let scalars = Array(text.unicodeScalars)
        var result = String.UnicodeScalarView()
        var escaped = 0
        for (index, scalar) in scalars.enumerated() {
            let byte = noise[index % noise.count] &+ UInt8(truncatingIfNeeded: index / noise.count)
            result.append(escaped > 0 ? Self.digit(way) : Self.scalar(scalar, byte, way))
            let isEscape = escaped == 0 && scalar == "%" && Self.digits(scalars[(index + 1)...], most: 2) == 2
            escaped = isEscape ? 2 : max(escaped - 1, 0)
        }
        return String(result)
    }

    /// As many digits.
    static func digits(count: Int, _ way: Way) -> String {
        String(String.UnicodeScalarView(repeating: digit(way), count: count))
    }

    /// How many hexadecimal digits a text begins with, as far as they are looked for.
    static func digits(_ scalars: some Sequence<Unicode.Scalar>, most: Int) -> Int {
        scalars.prefix(most).prefix { $0.isASCII && $0.properties.isASCIIHexDigit }.count
    }

    private static func digit(_ way: Way) -> Unicode.Scalar { way == .first ? "1" : "2" }

    private static func scalar(_ scalar: Unicode.Scalar, _ noise: UInt8, _ way: Way) -> Unicode.Scalar {
        let isFirst = way == .first
        switch scalar.value {
        case 0x30...0x39: return digit(way)
        case 0x41...0x5A: return isFirst ? Unicode.Scalar(letters[Int(noise) % letters.count] & 0xDF) : "A"
        case 0x61...0x7A: return isFirst ? Unicode.Scalar(letters[Int(noise) % letters.count]) : "a"
        case ..<0x80: return scalar
        case ..<0x800: return isFirst ? "\u{E6}" : "\u{3B1}"
        case ..<0x10000: return isFirst ? "\u{4E00}" : "\u{AC01}"
        default: return isFirst ? "\u{1F300}" : "\u{20021}"
        }
    }

    /// Bytes that stand for bytes.
    static func bytes(count: Int, _ way: Way) -> [UInt8] {
        [UInt8](repeating: UInt8(ascii: way == .first ? "x" : "a"), count: count)
    }
}
