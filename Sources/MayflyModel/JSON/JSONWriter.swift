/// Writes JSON on one line without spaces.
///
/// Characters that act on a terminal or break a line are escaped, so that the output is one line and safe to print.
struct JSONWriter {
    /// Whether the members of every object are sorted by name.
    let sortsNames: Bool
    private(set) var text = ""

    init(sortsNames: Bool) {
        self.sortsNames = sortsNames
    }

    mutating func write(_ value: JSONValue) {
        switch value {
        case .null: text += "null"
        case .boolean(let flag): text += flag ? "true" : "false"
        case .number(let number): text += number.text
        case .text(let string): write(string)
        case .list(let items):
            text += "["
            for (index, item) in items.enumerated() {
                if index > 0 { text += "," }
                write(item)
            }
            text += "]"
        case .object(let members):
            text += "{"
            for (index, member) in (sortsNames ? members.sorted { $0.name < $1.name } : members).enumerated() {
                if index > 0 { text += "," }
                write(member.name)
                text += ":"
                write(member.value)
            }
            text += "}"
        }
    }

    /// Copies the runs between the scalars that need an escape.
    private mutating func write(_ string: String) {
        text += "\""
        defer { text += "\"" }
        // Most strings need no escape at all.
        if SafeText.hasOnly(string, { SafeText.isPrintable($0) && $0 != 0x22 && $0 != 0x5C }) { return text += string }
        var run = string.startIndex
        for index in string.unicodeScalars.indices {
            let scalar = string.unicodeScalars[index]
            guard let escape = Self.escape(scalar) else { continue }
            text += string[run..<index]
            text += escape
            run = string.unicodeScalars.index(after: index)
        }
        text += string[run...]
    }

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
