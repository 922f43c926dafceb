// Numbers and text: the values that contain no other values.
extension JSONCursor {
    private mutating func digits() -> Int {
        let start = position
        while let byte = next, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { position += 1 }
        return position - start
    }

    /// Checks the form of a number and keeps its text.
    mutating func number() throws(JSONError) -> JSONNumber {
        let start = position
        _ = take("-")
        if !take("0"), digits() == 0 { throw problem("expected a digit") }
        if take("."), digits() == 0 { throw problem("expected a digit after '.'") }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            guard digits() > 0 else { throw problem("expected a digit in the exponent") }
        }
        return JSONNumber(checked: String(decoding: bytes[start..<position], as: UTF8.self))
    }

    /// Reads text in quotes. Runs without escapes are copied as a whole.
    mutating func string() throws(JSONError) -> String {
        let start = position
        position += 1
        var text = ""
        while true {
            let run = position
            while let byte = next, byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
                position += 1
            }
            guard let part = String(validating: bytes[run..<position], as: UTF8.self) else {
                throw problem("the text is not UTF-8", at: start)
            }
            if text.isEmpty { text = part } else { text += part }
            switch next {
            case nil: throw problem("the text that begins here has no closing quote", at: start)
            case UInt8(ascii: "\""):
                position += 1
                return text
            case UInt8(ascii: "\\"): text.unicodeScalars.append(try escape())
            default: throw problem("a control character in text must be escaped")
            }
        }
    }

    private mutating func escape() throws(JSONError) -> Unicode.Scalar {
        let start = position
        position += 1
        guard let byte = next else { throw problem("the text ends too early") }
        position += 1
        switch Unicode.Scalar(byte) {
        case "\"", "\\", "/": return Unicode.Scalar(byte)
        case "b": return "\u{8}"
        case "f": return "\u{C}"
        case "n": return "\n"
        case "r": return "\r"
        case "t": return "\t"
        case "u": return try unicode(start)
        default: throw problem("an unknown escape in text", at: start)
        }
    }

    /// Reads the digits of `\u`, and the second half of a surrogate pair.
    private mutating func unicode(_ start: Int) throws(JSONError) -> Unicode.Scalar {
        let first = try hexadecimal()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard first < 0xDC00, take("\\"), take("u") else { throw problem("half of a surrogate pair", at: start) }
        let second = try hexadecimal()
        guard (0xDC00...0xDFFF).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        else { throw problem("half of a surrogate pair", at: start) }
        return scalar
    }

    private mutating func hexadecimal() throws(JSONError) -> UInt32 {
        let digits = bytes[position...].prefix(4)
        let text = String(decoding: digits, as: UTF8.self)
        guard text.utf8.count == 4, text.utf8.first != UInt8(ascii: "+"), let value = UInt32(text, radix: 16) else {
            throw problem("expected four hexadecimal digits")
        }
        position += 4
        return value
    }
}
