/// Writes JSON on one line without spaces.
///
/// Characters that act on a terminal or break a line are escaped, so that the output is one line and safe to print.
struct JSONWriter {
    /// Whether the members of every object are sorted by name.
    let sortsNames: Bool
    private var bytes: [UInt8] = []

    /// What was written.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    init(sortsNames: Bool) {
        self.sortsNames = sortsNames
    }

    mutating func write(_ value: JSONValue) {
        switch value {
        case .null: append("null")
        case .boolean(let flag): append(flag ? "true" : "false")
        case .number(let number): append(number.text)
        case .text(let string): write(string)
        case .list(let items):
            append("[")
            for (index, item) in items.enumerated() {
                if index > 0 { append(",") }
                write(item)
            }
            append("]")
        case .object(let members):
            append("{")
            for (index, member) in (sortsNames ? members.sorted { $0.name < $1.name } : members).enumerated() {
                if index > 0 { append(",") }
                write(member.name)
                append(":")
                write(member.value)
            }
            append("}")
        }
    }

    private mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

    /// Copies the runs between the scalars that need an escape.
    private mutating func write(_ string: String) {
        var string = string
        append("\"")
        string.withUTF8 { source in
            var (run, index) = (0, 0)
            while index < source.count {
                let byte = source[index]
                guard !SafeText.isPrintable(byte) || byte == 0x22 || byte == 0x5C else {
                    index += 1
                    continue
                }
                let end = index + Self.width(byte)
                let scalar = String(decoding: source[index..<end], as: UTF8.self).unicodeScalars.first
                if let escape = scalar.flatMap(Self.escape) {
                    bytes.append(contentsOf: source[run..<index])
                    append(escape)
                    run = end
                }
                index = end
            }
            bytes.append(contentsOf: source[run...])
        }
        append("\"")
    }

    /// The bytes of a scalar in UTF-8, by the first of them.
    private static func width(_ first: UInt8) -> Int { max(1, (~first).leadingZeroBitCount) }

    /// The escape of a scalar; nil for one that needs none.
    private static func escape(_ scalar: Unicode.Scalar) -> String? {
        switch scalar {
        case "\"": return "\\\""
        case "\\": return "\\\\"
        case "\n": return "\\n"
        case "\t": return "\\t"
        case "\r": return "\\r"
        case _ where SafeText.isHarmful(scalar):
            // RFC 8259, 7: as UTF-16.
            return String(scalar).utf16
                .map { unit in
                    let digits = String(unit, radix: 16)
                    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
                .joined()
        default: return nil
        }
    }
}
