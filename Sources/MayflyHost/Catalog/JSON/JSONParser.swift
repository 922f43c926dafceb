/// Reads JSON (RFC 8259) strictly: no comments, no trailing commas, each key once.
struct JSONParser {
    private let bytes: [UInt8]
    private var position = 0

    /// As deep as lists and objects may lie in each other.
    private static let maximumDepth = 64

    /// Reads one whole text.
    static func value(of bytes: [UInt8]) throws(JSONSyntaxError) -> JSONValue {
        var parser = JSONParser(bytes: bytes)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { parser.position = 3 }
        let value = try parser.value(depth: 0)
        parser.skipSpace()
        guard parser.position == bytes.count else { throw parser.problem("expected the end of the text") }
        return value
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private func problem(_ reason: String, at place: Int? = nil) -> JSONSyntaxError {
        let before = bytes.prefix(place ?? position)
        let line = before.count { $0 == UInt8(ascii: "\n") } + 1
        let column = before.reversed().prefix { $0 != UInt8(ascii: "\n") }.count + 1
        return JSONSyntaxError(reason: reason, line: line, column: column)
    }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || (byte >= 0x09 && byte <= 0x0D && byte != 0x0B && byte != 0x0C) {
            position += 1
        }
    }

    /// Steps over a byte if it is the next.
    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard let byte = next, byte == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func value(depth: Int) throws(JSONSyntaxError) -> JSONValue {
        guard depth < Self.maximumDepth else { throw problem("nested deeper than \(Self.maximumDepth)") }
        skipSpace()
        switch next {
        case nil: throw problem(bytes.isEmpty ? "the text is empty" : "the text ends too early")
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try list(depth: depth)
        case UInt8(ascii: "\""): return .text(try string())
        case UInt8(ascii: "-"), (UInt8(ascii: "0")...UInt8(ascii: "9"))?: return .number(try number())
        default: return try word()
        }
    }

    private mutating func word() throws(JSONSyntaxError) -> JSONValue {
        let words: [(String, JSONValue)] = [("true", .bool(true)), ("false", .bool(false)), ("null", .null)]
        for (word, value) in words where bytes[position...].starts(with: word.utf8) {
            position += word.utf8.count
            return value
        }
        throw problem("expected a value")
    }

    private mutating func list(depth: Int) throws(JSONSyntaxError) -> JSONValue {
        position += 1
        var items: [JSONValue] = []
        skipSpace()
        if take("]") { return .list(items) }
        repeat {
            items.append(try value(depth: depth + 1))
            skipSpace()
        } while take(",")
        guard take("]") else { throw problem("expected ',' or ']'") }
        return .list(items)
    }

    private mutating func object(depth: Int) throws(JSONSyntaxError) -> JSONValue {
        position += 1
        var members: [String: JSONValue] = [:]
        skipSpace()
        if take("}") { return .object(members) }
        repeat {
            skipSpace()
            let start = position
            guard next == UInt8(ascii: "\"") else { throw problem("expected a key in quotes") }
            let key = try string()
            guard members[key] == nil else { throw problem("the key '\(shown(key))' is there twice", at: start) }
            skipSpace()
            guard take(":") else { throw problem("expected ':' after the key '\(shown(key))'") }
            members[key] = try value(depth: depth + 1)
            skipSpace()
        } while take(",")
        guard take("}") else { throw problem("expected ',' or '}'") }
        return .object(members)
    }

    private mutating func digits() -> Int {
        let start = position
        while let byte = next, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { position += 1 }
        return position - start
    }

    private mutating func number() throws(JSONSyntaxError) -> Double {
        let start = position
        _ = take("-")
        if !take("0"), digits() == 0 { throw problem("expected a digit") }
        if take("."), digits() == 0 { throw problem("expected a digit after '.'") }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            guard digits() > 0 else { throw problem("expected a digit in the exponent") }
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        guard let number = Double(text), number.isFinite else { throw problem("the number is too large", at: start) }
        return number
    }
}

extension JSONParser {
    private mutating func string() throws(JSONSyntaxError) -> String {
        let start = position
        position += 1
        var content: [UInt8] = []
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                guard let text = String(validating: content, as: UTF8.self) else {
                    throw problem("the text is not UTF-8", at: start)
                }
                return text
            case UInt8(ascii: "\\"):
                content.append(contentsOf: String(try escape()).utf8)
            case 0..<0x20:
                throw problem("a control character in text must be escaped")
            default:
                content.append(byte)
                position += 1
            }
        }
        throw problem("the text that begins here has no closing quote", at: start)
    }

    private mutating func escape() throws(JSONSyntaxError) -> Unicode.Scalar {
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
    private mutating func unicode(_ start: Int) throws(JSONSyntaxError) -> Unicode.Scalar {
        let first = try hexadecimal()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard first < 0xDC00, take("\\"), take("u") else { throw problem("half of a surrogate pair", at: start) }
        let second = try hexadecimal()
        guard (0xDC00...0xDFFF).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        else { throw problem("half of a surrogate pair", at: start) }
        return scalar
    }

    private mutating func hexadecimal() throws(JSONSyntaxError) -> UInt32 {
        let digits = bytes[position...].prefix(4)
        let text = String(decoding: digits, as: UTF8.self)
        guard text.utf8.count == 4, text.utf8.first != UInt8(ascii: "+"), let value = UInt32(text, radix: 16) else {
            throw problem("expected four hexadecimal digits")
        }
        position += 4
        return value
    }
}
