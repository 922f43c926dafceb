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
        case .written(let line): append(line)
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
                let scalar = Self.scalar(source, at: index)
                let end = index + UTF8.width(scalar)
                if Self.needsEscape(scalar) {
                    bytes.append(contentsOf: source[run..<index])
                    appendEscape(scalar)
                    run = end
                }
                index = end
            }
            bytes.append(contentsOf: source[run...])
        }
        append("\"")
    }

    /// The scalar that begins there, in valid UTF-8. No string is made for it: a text can have a million of them.
    private static func scalar(_ source: UnsafeBufferPointer<UInt8>, at index: Int) -> Unicode.Scalar {
        let first = source[index]
        guard first >= 0x80 else { return Unicode.Scalar(first) }
        let width = (~first).leadingZeroBitCount
        var value = UInt32(first) & (0x7F >> UInt32(width))
        for offset in 1..<width { value = value << 6 | UInt32(source[index + offset] & 0x3F) }
        return Unicode.Scalar(value) ?? "\u{FFFD}"
    }

    private static func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "\"" || scalar == "\\" || SafeText.isHarmful(scalar)
    }

    /// RFC 8259, 7: as UTF-16.
    private mutating func appendEscape(_ scalar: Unicode.Scalar) {
        switch scalar {
        case "\"": append("\\\"")
        case "\\": append("\\\\")
        case "\n": append("\\n")
        case "\t": append("\\t")
        case "\r": append("\\r")
        default:
            for unit in UTF16.encode(scalar) ?? .init() {
                append("\\u")
                for shift in [12, 8, 4, 0] { bytes.append(UInt8(unit >> UInt16(shift) & 15).hexDigit) }
            }
        }
    }
}

extension UInt8 {
    /// The digit of a value below 16.
    fileprivate var hexDigit: UInt8 { self < 10 ? 0x30 + self : 0x57 + self }
}
